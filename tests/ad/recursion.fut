-- Derivatives through functions that call themselves: against closed forms, differences and each other.
-- ==
-- entry: scalars
-- input { 1.3 } output { true true true true true }
-- entry: arrays
-- input { 7i64 } output { true true true true true }
-- input { 8i64 } output { true true true true true }
-- entry: sorted
-- input { 9i64 } output { true true }
-- entry: unrun
-- input { 0i64 } output { true true }
-- input { 4i64 } output { true true }
-- entry: inside
-- input { 5i64 } output { true true true }
-- entry: second
-- input { 1.3 } output { true true true true }
-- entry: seeds
-- input { 5i64 } output { true true }
-- entry: composite
-- input { 1.3 } output { true true }
import "gaps"

def rising (n: i64) (x: f64): f64 = if n == 0 then 1 else (x + f64.i64 n) * rising (n - 1) x

def power (x: f64) (n: i64): f64 =
  if n == 0 then 1 else if n % 2 == 0 then power (x * x) (n / 2) else x * power x (n - 1)

def fib (x: f64) (n: i64): f64 = if n < 2 then x else fib x (n - 1) * f64.cos x + fib (x * 0.9) (n - 2)

-- The trip count depends on the argument.
def collatz (x: f64): f64 = if x < 0.1 then x * x else if x > 1 then collatz (x * 0.3) + x else f64.sin x * collatz (x - 0.2)

def euclid (x: f64) (y: f64): f64 = if y < 0.1 then x else euclid y (x % y)

entry scalars (x: f64): (bool, bool, bool, bool, bool) =
  let check f = agree (\(v: [1]f64) -> [f v[0]]) [x]
  in (check (rising 6), check (\x -> power x 13) && near 1e-12 (f64.abs (vjp (\x -> power x 13) x 1 / (13 * x ** 12) - 1)),
      check (\x -> fib x 9), check collatz, agree (\(v: [2]f64) -> [euclid (v[0] * 7) v[1]]) [x, f64.sqrt 0.5])

-- Halves, whose sizes differ in each call.
def halves [n] (xs: [n]f64): f64 =
  if n == 0 then 0 else if n == 1 then f64.sin xs[0]
  else let h = n / 2 let a = halves (take h xs) let b = halves (drop h xs) in a * f64.cos b + xs[0] * b

-- The result is an array of the argument's size.
def prefix [n] (xs: [n]f64): [n]f64 =
  if n < 2 then xs
  else let h = n / 2
       let a = prefix xs[:h]
       let b = prefix xs[h:]
       in (a ++ map (\y -> y * a[h - 1] + 1) b) :> [n]f64

-- The result has a size of its own.
def spread [n] (k: i64) (xs: [n]f64): []f64 = if k == 0 then map (** 2) xs else spread (k - 1) (map2 (*) xs (rotate 1 xs)) ++ xs

-- In place.
def sweep [n] (i: i64) (xs: *[n]f64): *[n]f64 =
  if i + 1 >= n then xs else let v = xs[i] * xs[i + 1] + f64.sin xs[i] in sweep (i + 1) (xs with [i + 1] = v)

def tree (d: i64) (w: [3]f64): f64 =
  if d == 0 then w[0] * w[1] * w[2]
  else f64.sum (map (\i -> tree (d - 1) (map (\x -> x + 0.1 * w[i]) w)) (iota 3)) / 3

entry arrays (n: i64): (bool, bool, bool, bool, bool) =
  let x = noise n 3
  in (agree (\v -> [halves v]) x, agree prefix x, agree (\v -> [f64.sum (map f64.exp (spread 3 v))]) x,
      agree (\v -> sweep 0 (copy v)) x, agree (\v -> [tree 3 (take 3 v)]) x)

-- Quicksort: parts of sizes that values decide.
def sort [n] (xs: [n]f64): [n]f64 =
  if n < 2 then xs
  else let (a, b) = partition (< xs[0]) (drop 1 xs) in (sort a ++ [xs[0]] ++ sort b) :> [n]f64

entry sorted (n: i64): (bool, bool) =
  let x = noise n 3
  in (agree (\v -> map2 (*) (sort v) (noise n 4)) x, agree (\v -> vjp (\v -> sort (map (** 2) v)) v (noise n 5)) x)

-- A size that is negative where the code is not run: of a branch, and of a loop without iterations.
entry unrun (n: i64): (bool, bool) =
  let f [n] (xs: [n]f64) = if n == 0 then 0 else let ys = map f64.exp (drop 1 xs) in f64.sum (map (\y -> y * y * xs[0]) ys)
  let g [n] (xs: [n]f64) = loop a = 1 for i < n do let ys = map (\x -> f64.sin (a * x + f64.i64 i)) (drop 1 xs) in a + f64.sum (map (\y -> y * y * xs[0]) ys)
  in (agree (\v -> [f v]) (noise n 3), agree (\v -> [g v]) (noise n 3))

entry inside (n: i64): (bool, bool, bool) =
  let x = noise n 5
  in (agree (map (\x -> power x 5)) x && agree (\v -> map (\i -> rising i v[i] * v[0]) (iota n)) x,
      agree (\v -> [loop a = 0.5 for i < n do a * power v[i] 3 + rising i a]) x,
      agree (\v -> if v[0] > 2 then v else scan (\a b -> a + b) 0 (map (\i -> halves (drop i v)) (iota n))) x)

-- Derivatives of derivatives.
entry second (x: f64): (bool, bool, bool, bool) =
  let f x = power x 7 * rising 3 x
  let d2 = jvp (\x -> jvp f x 1) x 1
  let g (v: [1]f64) = [vjp f v[0] 1]
  let t x = x ** 9
  let p x = power x 9
  in (near 1e-11 (f64.abs (vjp (\x -> vjp f x 1) x 1 / d2 - 1)), near 1e-11 (f64.abs (vjp (\x -> jvp f x 1) x 1 / d2 - 1)), agree g [x],
      near 1e-11 (f64.abs (vjp (\x -> vjp (\x -> vjp p x 1) x 1) x 1 / vjp (\x -> vjp (\x -> vjp t x 1) x 1) x 1 - 1)))

entry seeds (n: i64): (bool, bool) =
  let x = noise n 7
  let fwd = jmp prefix x (map (unit n) (iota n))
  let rev = mjp prefix x (map (unit n) (iota n))
  let one = map (\i -> jvp prefix x (unit n i)) (iota n)
  in (near 1e-12 (apart (flatten fwd) (flatten one)), near 1e-12 (apart (flatten (transpose rev)) (flatten one)))

type pair = {a: f64, n: i64, b: (f64, bool)}
def step (k: i64) (r: pair): pair =
  if k == 0 then r else step (k - 1) {a = r.a * r.b.0, n = r.n * r.n, b = (f64.sin r.a + f64.i64 r.n, !r.b.1)}

entry composite (x: f64): (bool, bool) =
  let r = {a = x, n = 2i64, b = (0.5, true)}
  let d = vjp (step 3) r {a = 1, n = 0, b = (1, false)}
  let e = jvp (step 3) r {a = 1, n = 0, b = (1, false)}
  in (agree (\(v: [2]f64) -> let s = step 3 {a = v[0], n = 2, b = (v[1], true)} in [s.a, s.b.0]) [x, 0.5],
      near 1e-12 (f64.abs (d.a + d.b.0 - (e.a + e.b.0)) / 1e3))
