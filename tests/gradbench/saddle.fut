-- A saddle point of GradBench (Siskind, Pearlmutter): the x for which the greatest f x y by y is least, and that y. Each search is a
-- descent, the outer one through the inner one.
import "descent"

def f (x: [2]f64) (y: [2]f64): f64 = x[0] * x[0] + x[1] * x[1] - (y[0] * y[0] + y[1] * y[1])

def saddle outer inner (start: [2]f64): ([2]f64, [2]f64) =
  let argmax gradient f = let g x = -(f x) in argmin g (gradient g) start
  let greatest x = f x (argmax inner (f x))
  let x = argmin greatest (outer greatest) start
  in (x, argmax outer (f x))

entry primal (start: [2]f64) = f start (argmin (\y -> -(f start y)) (reverse (\y -> -(f start y))) start)

entry ff (start: [2]f64) = saddle forward forward start
entry fr (start: [2]f64) = saddle forward reverse start
entry rf (start: [2]f64) = saddle reverse forward start
entry gradient (start: [2]f64) = saddle reverse reverse start
