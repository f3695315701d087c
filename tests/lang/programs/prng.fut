-- Random numbers by functors: engines of one module type, distributions over any engine, streams split by index.
-- ==
-- entry: lcg_ints
-- input { 42i32 } output { [4233649u32, 1478492u32, 9685171u32, 3733840u32] }
-- entry: xorshift_ints
-- input { 7i32 } output { [17744029896553804442u64, 17063833174104724607u64, 9176471292811884567u64] }
-- entry: in_range
-- input { 1i32 1000i64 } output { true true true }
-- entry: shuffled
-- input { 5i32 6i64 } output { true }
module type engine = {
  type rng
  type int
  val from_seed: i32 -> rng
  val next: rng -> (rng, int)
  val highest: int
  val to_f64: int -> f64
  val split [n]: rng -> [n]rng
}

module lcg: engine with int = u32 = {
  type rng = u32
  type int = u32
  def from_seed (s: i32): rng = u32.i32 s
  def next (s: rng) = let s = s * 1664525 + 1013904223 in (s, s >> 8)
  def highest: int = 0xffffff
  def to_f64 = f64.u32
  def split [n] (s: rng): [n]rng = map (\i -> s ^ (u32.i64 i * 0x9e3779b9)) (iota n)
}

module xorshift: engine with int = u64 = {
  type rng = {state: u64}
  type int = u64
  def from_seed (s: i32): rng = {state = u64.i32 s * 0x9e3779b97f4a7c15 | 1}
  def next ({state}: rng) =
    let x = state ^ (state << 13)
    let x = x ^ (x >> 7)
    let x = x ^ (x << 17)
    in ({state = x}, x)
  def highest = u64.highest
  def to_f64 = f64.u64
  def split [n] (r: rng): [n]rng = tabulate n (\i -> {state = r.state + 2 * u64.i64 i})
}

module distributions (E: engine) = {
  def uniform (lo: f64, hi: f64) (r: E.rng) =
    let (r, x) = E.next r
    in (r, lo + (hi - lo) * E.to_f64 x / E.to_f64 E.highest)

  def normal (mean: f64) (dev: f64) (r: E.rng) =
    let (r, u) = uniform (1e-12, 1) r
    let (r, v) = uniform (0, 1) r
    in (r, mean + dev * f64.sqrt (-2 * f64.log u) * f64.cos (2 * f64.pi * v))

  def many 'a (n: i64) (f: E.rng -> (E.rng, a)) (r: E.rng): [n]a =
    let rngs: [n]E.rng = E.split r
    in map (f >-> (.1)) rngs
}

module of_lcg = distributions lcg
module of_xorshift = distributions xorshift

def sequence 'r 'a (next: r -> (r, a)) (r: r) (n: i64) (first: a): [n]a =
  (loop (r, out) = (r, replicate n first) for i < n do
     let (r, x) = next r
     in (r, out with [i] = x)).1

entry lcg_ints seed = sequence lcg.next (lcg.from_seed seed) 4 0
entry xorshift_ints seed = sequence xorshift.next (xorshift.from_seed seed) 3 0

entry in_range (seed: i32) (n: i64) =
  let us = of_lcg.many n (of_lcg.uniform (-1, 3)) (lcg.from_seed seed)
  let ns = of_xorshift.many n (of_xorshift.normal 10 2) (xorshift.from_seed seed)
  let mean = f64.sum ns / f64.i64 n
  in (all (\u -> -1 <= u && u <= 3) us, f64.abs (mean - 10) < 0.5, length ns == n)

entry shuffled (seed: i32) (n: i64) =
  let (_, xs) =
    loop (r, xs) = (lcg.from_seed seed, iota n) for i in (n - 1)..(n - 2)...1 do
      let (r, x) = lcg.next r
      let j = i64.u32 x % (i + 1)
      let (a, b) = (xs[i], xs[j])
      in (r, xs with [i] = b with [j] = a)
  in map (\i -> i64.sum (map (\x -> i64.bool (x == i)) xs)) (iota n) |> all (== 1)
