-- Sorts: elements that loops only move, in all ways, by keys and by themselves. Jvp moves them, vjp what they come from.
-- ==
-- entry: digits payloads constants places networks inside parts
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 101i64 } output { true }
import "gaps"

-- | jvp in unit directions against vjp, bit by bit: where values only move, both are exact.
def exact [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64): bool =
  let dx = map (\i -> f64.i64 (i % 7 + 1)) (iota n)
  let dy = map (\i -> f64.i64 (i % 5 - 2)) (iota m)
  in dot dy (jvp f x dx) == dot (vjp f x dy) dx

-- | Where elements go in a step of a radix sort.
def step [n] (ks: [n]i64) (b: i64): [n]i64 =
  let ones = map (\k -> (k >> b) & 1) ks
  let zeros = map (1 -) ones
  let first = i64.sum zeros
  in map3 (\o z s -> if o == 0 then z - 1 else first + s - 1) ones (scan (+) 0 zeros) (scan (+) 0 ones)

def keys (n: i64): [n]i64 = map (\i -> (i * 37 + 11) % 64) (iota n)

-- The bits of an element, negative ones below.
def order (x: f32): u32 = let u = f32.to_bits x in u ^ (if u >> 31 == 1 then 0xffffffff else 0x80000000)

entry digits (n: i64) =
  exact (\xs -> (loop (ks, xs) = (keys n, xs) for b < 6 do let is = step ks b in (scatter (copy ks) is ks, scatter (copy xs) is xs)).1) (noise n 1)
  && exact (\xs -> (loop (ks, xs: [n]f64) = (keys n, xs) for b < 6 do
                      let (p, q) = partition (\(k, _) -> (k >> b) & 1 == 0) (zip ks xs) in unzip (p ++ q :> [n](i64, f64))).1) (noise n 2)
  && exact (\xs -> let ys = loop ys = map f32.f64 xs for b < 32 do scatter (replicate n 0) (step (map (\y -> i64.u32 (order y)) ys) b) ys in map f64.f32 ys) (noise n 3)

entry payloads (n: i64) =
  agree (\xs -> let (_, ys, zs) = loop (ks, ys, zs) = (keys n, map (\x -> [x, 2 * x, x * x]) xs, map f64.sin xs) for b < 6 do
                  let is = step ks b in (scatter (copy ks) is ks, scatter (copy ys) is ys, scatter (copy zs) is zs)
                in map2 (\y z -> y[0] * y[1] + y[2] * z) ys zs) (noise n 4)

entry constants (n: i64) =
  agree (\xs -> let (ys, _) = loop (ys, zs) = (xs, replicate n 0.5) for b < 3 do (scatter (copy zs) (map (\i -> (i * i + b) % (n + 1) - 1) (iota n)) ys, ys)
                in map2 (\y i -> y * y * f64.i64 i) ys (iota n)) (noise n 5)
  && exact (\xs -> loop (ys: [n]f64) = xs for b < 4 do map (\i -> if (i + b) % 3 == 0 then 0.25 else ys[(i * 5 + b) % n]) (iota n)) (noise n 6)

-- Insertion sort, in place.
def insert [n] (xs: [n]f64): [n]f64 =
  loop (ys: *[n]f64) = copy xs for i < n do
    (loop (ys: *[n]f64, j) = (ys, i) while j > 0 && ys[j - 1] > ys[j] do
       let a = ys[j - 1]
       let b = ys[j]
       let ys[j - 1] = b
       let ys[j] = a
       in (ys, j - 1)).0

entry places (n: i64) =
  exact insert (noise n 7) && agree (\xs -> map2 (*) (insert xs) xs) (noise n 8)

-- A sorting network of neighbours, and one that computes with them.
def network [n] (f: f64 -> f64) (xs: [n]f64): [n]f64 =
  let ys = loop (ys: [n]f64) = xs for r < n do
    map (\i -> let j = if (i + r) % 2 == 0 then i64.min (i + 1) (n - 1) else i64.max (i - 1) 0
               in if (i < j && ys[i] > ys[j]) || (j < i && ys[j] > ys[i]) then f ys[j] else ys[i]) (iota n)
  in map2 (\y x -> y * y * x) ys xs

entry networks (n: i64) = agree (network id) (noise n 9) && agree (network (* 0.99)) (noise n 9)

entry inside (n: i64) =
  agree (\xs -> map (\x -> let ys = insert [x, 0.1, x * x, 0.5 - x] in ys[1] * ys[2] + ys[3]) xs) (noise n 10)
  && agree (\xs -> loop (xs: [n]f64) = xs for t < 2 do
                     let ks = map (\x -> i64.f64 (64 * x) & 63) xs
                     let (_, ys) = loop (ks, ys) = (ks, xs) for b < 6 do let is = step ks b in (scatter (copy ks) is ks, scatter (copy ys) is ys)
                     in map2 (\x y -> x * y + 0.5) xs ys) (noise n 11)

-- Parts of a partition whose neighbours are read.
entry parts (n: i64) =
  let chain [k] (t: [k]f64) = if k < 2 then 0 else f64.sum (map2 (*) (t[:k-1] :> [k-1]f64) (t[1:] :> [k-1]f64))
  in agree (\xs -> let (a, b, c) = partition2 (< -0.3) (< 0.4) xs in [chain a + 2 * chain b + 3 * chain c]) (noise n 12)
     && agree (\xs -> let (a, r) = partition (< 0) xs let (b, c) = partition (< 0.4) r in [chain a * chain b, chain c]) (noise n 13)
