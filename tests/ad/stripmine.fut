-- Loops with #[stripmine(k)] have the derivatives of loops without; other attributes of loops change nothing either.
-- ==
-- entry: scalar
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 7i64 } output { true }
-- input { 100i64 } output { true }

-- ==
-- entry: arrays updates growing narrow hints
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 10i64 } output { true }
-- input { 17i64 } output { true }
import "gaps"

def same [n] (f: [n]f64 -> f64) (g: [n]f64 -> f64) (x: [n]f64): bool =
  near 1e-12 (apart (vjp f x 1) (vjp g x 1)) && agree (\x -> [g x]) x

entry scalar (n: i64) =
  let f (x: [2]f64) = loop y = x[0] for i < n do f64.sin (y * x[1]) + 0.01 * f64.i64 i
  let g (x: [2]f64) = #[stripmine(2)] loop y = x[0] for i < n do f64.sin (y * x[1]) + 0.01 * f64.i64 i
  let h (x: [2]f64) = #[stripmine(3)] loop y = x[0] for i < n do f64.sin (y * x[1]) + 0.01 * f64.i64 i
  in same f g [0.7, 1.1] && same f h [0.7, 1.1]

entry arrays (n: i64) =
  let step x y = map2 (\a b -> f64.tanh (a * b + 0.1)) y (rotate 1 x)
  let f x = f64.sum (loop y = x for _i < n do step x y)
  let g x = f64.sum (#[stripmine(2)] loop y = x for _i < n do step x y)
  in same f g [0.7, 1.1, 0.3, -0.4]

entry updates (n: i64) =
  let step i y = copy y with [(i + 1) % 5] = f64.sin (y[i % 5] * y[(i + 1) % 5])
  let step' (i: i64) (y: *[5]f64) = let v = f64.sin (y[i % 5] * y[(i + 1) % 5]) in y with [(i + 1) % 5] = v
  let f (x: [5]f64) = f64.sum (loop y = x for i < n do step i y)
  let g (x: [5]f64) = f64.sum (#[stripmine(2)] loop y = copy x for i < n do step' i y)
  let h (x: [5]f64) = f64.sum (#[stripmine(4)] loop y = copy x for i < n do step' i y)
  in same f g [0.7, 1.1, 0.3, -0.4, 2] && same f h [0.7, 1.1, 0.3, -0.4, 2]

-- | Arrays that grow from iteration to iteration.
entry growing (n: i64) =
  let f (x: [2]f64) = f64.sum (loop (y: []f64) = x for i < n do y ++ [f64.sin (last y * x[i % 2])])
  let g (x: [2]f64) = f64.sum (#[stripmine(2)] loop (y: []f64) = x for i < n do y ++ [f64.sin (last y * x[i % 2])])
  in same f g [0.7, 1.1]

-- | The counter has another type, and there is a loop inside.
entry narrow (n: i64) =
  let m = i32.i64 n
  let inner x i y = loop y = y for j < i % 3 do y * x + f64.i32 j
  let f (x: [2]f64) = loop y = x[0] for i < m do f64.cos (inner x[1] i y)
  let g (x: [2]f64) = #[stripmine(2)] loop y = x[0] for i < m do f64.cos (inner x[1] i y)
  in same f g [0.7, 1.1]

entry hints (n: i64) =
  let f (x: [2]f64) = (loop (y, i) = (x[0], 0) while i < n do (f64.sin (y * x[1]), i + 1)).0
  let g (x: [2]f64) = (#[bound(20)] loop (y, i) = (x[0], 0) while i < n do (f64.sin (y * x[1]), i + 1)).0
  let h (x: [2]f64) = #[true_dep] loop y = x[0] for _i < n do f64.sin (y * x[1])
  let u (x: [2]f64) = #[unroll] loop y = x[0] for _i < n do f64.sin (y * x[1])
  in same f g [0.7, 1.1] && same f h [0.7, 1.1] && same f u [0.7, 1.1]
