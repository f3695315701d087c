-- Derivatives of derivatives in every order of the modes.
-- ==
-- entry: hessians
-- input { 1i64 } output { true true true true true }
-- input { 2i64 } output { true true true true true }
-- input { 7i64 } output { true true true true true }
-- entry: third
-- input { 0.7 } output { true true true true true true true true }
-- entry: through_operators
-- input { 5i64 } output { true true true true true }
import "gaps"

def f [n] (x: [n]f64): f64 =
  let y = map2 (\a b -> a * f64.sin b) x (rotate 1 x)
  in f64.product (map (\v -> 1.5 + v) y) + f64.sum (scan (*) 1 x) + (loop a = 1 for v in x do a * v + f64.exp (0.1 * a))

entry hessians (n: i64): (bool, bool, bool, bool, bool) =
  let x = map (+ 0.3) (noise n 31)
  let fr = map (\i -> jvp (\x -> vjp f x 1) x (unit n i)) (iota n)
  let rf = map (\i -> vjp (\x -> jvp f x (unit n i)) x 1) (iota n)
  let rr = map (\i -> vjp (\x -> vjp f x 1) x (unit n i)) (iota n)
  let ff = map (\i -> map (\j -> jvp (\x -> jvp f x (unit n j)) x (unit n i)) (iota n)) (iota n)
  let h = 1e-5
  let differences = map (\i -> let d = unit n i in map2 (\p q -> (p - q) / (2 * h)) (vjp f (map2 (\x d -> x + h * d) x d) 1) (vjp f (map2 (\x d -> x - h * d) x d) 1)) (iota n)
  let same a b = near 1e-11 (apart (flatten a) (flatten b))
  in (same fr (transpose fr), same fr rf, same fr rr, same fr ff, near 1e-6 (apart (flatten fr) (flatten differences)))

-- The eight third derivatives of x ** 5 * sin x.
entry third (x: f64): (bool, bool, bool, bool, bool, bool, bool, bool) =
  let g x = x ** 5 * f64.sin x
  let fwd (g: f64 -> f64) x = jvp g x 1
  let rev (g: f64 -> f64) x = vjp g x 1
  let (s, c) = (f64.sin x, f64.cos x)
  let want = 60 * x ** 2 * s + 60 * x ** 3 * c - 15 * x ** 4 * s - x ** 5 * c
  let ok y = near 1e-12 (f64.abs (y - want) / f64.abs want)
  in ( ok (fwd (fwd (fwd g)) x), ok (fwd (fwd (rev g)) x), ok (fwd (rev (fwd g)) x), ok (fwd (rev (rev g)) x)
     , ok (rev (fwd (fwd g)) x), ok (rev (fwd (rev g)) x), ok (rev (rev (fwd g)) x), ok (rev (rev (rev g)) x))

-- Gradients of gradients of each operator by itself.
entry through_operators (n: i64): (bool, bool, bool, bool, bool) =
  let x = map (+ 1.2) (noise n 32)
  let gradient_agrees (g: [n]f64 -> f64) = agree (\x -> vjp g x 1) x
  in ( gradient_agrees (\x -> f64.sum (map (** 2) (reduce_by_index (replicate 2 1) (*) 1 (map (% 2) (iota n)) x)))
     , gradient_agrees (\x -> f64.sum (map (** 2) (scan (\a b -> a * b + a + b) 0 x)))
     , gradient_agrees (\x -> f64.sum (map (** 3) (scatter (copy x) [0, 2] (map (** 2) (take 2 x)))))
     , gradient_agrees (\x -> let y = loop y = copy x for i < n - 1 do y with [i + 1] = y[i] * y[i + 1] in f64.sum (map (** 2) y))
     , gradient_agrees (\x -> f64.sum (map (\a -> reduce (\p q -> p * q + 0.1 * p) 1 (map (+ a) x)) x)))
