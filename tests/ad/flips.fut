-- Places whose bits are flipped: which point adds to a place is the place with the same bits flipped, where that is one.
-- ==
-- entry: circuit network shifted backwards tape
-- input { 1i64 } output { true }
-- input { 3i64 } output { true }
-- input { 5i64 } output { true }
-- ==
-- entry: rows columns both
-- input { 1i64 } output { true }
-- input { 3i64 } output { true }
-- ==
-- entry: outside
-- input { 3i64 5i64 } output { true }
-- input { 3i64 -1i64 } output { true }
-- input { 4i64 16i64 } output { true }
-- input { 6i64 9i64 } output { true }
import "gaps"

def unit n (j: i64) : [n]f64 = tabulate n (\i -> f64.bool (i == j))
def start n : [n]f64 = tabulate n (\i -> f64.cos (f64.i64 (3 * i)))

-- | The gradient by vjp against one by jvp in all directions.
def checked [n] (f: [n]f64 -> f64) (x: [n]f64): bool =
  and (map2 (\a b -> f64.abs (a - b) < 1e-12 * (1 + f64.abs a)) (vjp f x 1) (map (\j -> jvp f x (unit n j)) (iota n)))

def weighed [n] (x: [n]f64) = f64.sum (map2 (\i x -> f64.i64 (i + 1) * x) (iota n) x)

-- Each qubit turns: a point's partner differs in one bit.
entry circuit (q: i64) =
  let n = 1 << q
  let turn (s: [n]f64) k = tabulate n (\i ->
    let y = s[i ^ (1 << k)]
    in if (i >> k) & 1 == 1 then 0.8 * s[i] + 0.6 * y else 0.8 * s[i] - 0.6 * y * s[i])
  in checked (\s -> weighed (loop s for k < q do turn s k)) (start n)

-- Batcher's network: which of two is kept depends on which comes first.
entry network (q: i64) =
  let n = 1 << q
  let sorted (x: [n]f64) = loop x for i < q do
    loop x for j < i + 1 do
      let d = 1 << (i - j)
      in tabulate n (\p ->
        let o = p ^ d
        in if (p < o) == ((p >> (i + 1)) & 1 == 0) then f64.min x[p] x[o] else f64.max x[p] x[o])
  in checked (\x -> weighed (sorted x)) (start n)

entry shifted (q: i64) =
  let n = 1 << q
  in checked (\s -> f64.sum (tabulate (n - 1) (\i -> s[i] * s[(i + 1) ^ (n / 2)]))) (start n)

entry backwards (q: i64) =
  let n = 1 << q
  in checked (\s -> f64.sum (tabulate n (\i -> s[i] * s[(n - 1 - i) ^ 1 % n] * s[1 % n ^ i]))) (start n)

-- In a matrix, one index or both.
entry rows (q: i64) =
  let n = 1 << q
  let f (s: [n * n]f64) = let a = unflatten s in f64.sum (flatten (tabulate_2d n n (\i j -> a[i, j] * a[i ^ (n / 2), j])))
  in checked f (start (n * n))

entry columns (q: i64) =
  let n = 1 << q
  let f (s: [n * n]f64) = let a = unflatten s in f64.sum (flatten (tabulate_2d n n (\i j -> a[i, j] * a[j ^ (n / 2), i])))
  in checked f (start (n * n))

entry both (q: i64) =
  let n = 1 << q
  let f (s: [n * n]f64) = let a = unflatten s in f64.sum (flatten (tabulate_2d n n (\i j -> a[i, j] * a[i ^ (n / 2), (j ^ (n - 1)) % n])))
  in checked f (start (n * n))

-- What layers of loops keep lies in one tape, row by row.
entry tape (q: i64) =
  let n = 1 << (q + 3)
  let step (s: [n]f64) k = tabulate n (\i -> 0.1 * s[i] * s[i ^ (1 << k)] + 0.9 * s[i])
  in checked (\s -> weighed (loop s for _l < q do map (\x -> x * 0.9) (loop s for k < q do step s k))) (start n)

-- Points whose place is outside add nothing.
entry outside (q: i64) (c: i64) =
  let n = 1 << q
  let f (s: [n]f64) =
    weighed (reduce_by_index (map (* 2) s) (+) 0 (map (^ c) (iota n)) (map (\x -> x * x) s)) + f64.sum (tabulate n (\i -> if 0 <= i ^ c && i ^ c < n - 1 then s[i] * s[i ^ c] else 0))
  in checked f (start n)
