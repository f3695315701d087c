-- Loops along rows of a flat matrix, as users write them, in f32: the derivative adds whole rows, at places of each point's own and at shared
-- ones. Small integers are exact.
-- ==
-- entry: product
-- input { 3i64 } output { true true }
-- input { 37i64 } output { true true }
-- input { 300i64 } output { true true }
-- input { 521i64 } output { true true }
-- entry: shared
-- input { 5i64 } output { true }
-- input { 401i64 } output { true }
def f [t] [m] (a: [t]f32) (b: [m]f32) = map (\i -> loop s = 0 for j < m do s + a[i * m + j] * b[j]) (iota m)

def numbers (n: i64) (k: i64) = tabulate n (\i -> f32.i64 (i % k - 2))

entry product (m: i64): (bool, bool) =
  let (a, b, c) = (numbers (m * m) 7, numbers m 5, numbers m 3)
  let (a', b') = vjp (\(a, b) -> f a b) (a, b) c
  in ( and (tabulate (m * m) (\k -> a'[k] == c[k / m] * b[k % m]))
     , and (tabulate m (\j -> b'[j] == f32.sum (tabulate m (\i -> a[i * m + j] * c[i])))))

-- Only the shared row is active.
entry shared (m: i64): bool =
  let (a, b, c) = (numbers (m * m) 7, numbers m 5, numbers m 3)
  let b' = vjp (f a) b c
  in and (tabulate m (\j -> b'[j] == f32.sum (tabulate m (\i -> a[i * m + j] * c[i]))))
