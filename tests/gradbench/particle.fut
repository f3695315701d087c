-- A charged particle of GradBench (Siskind, Pearlmutter: Using programming language theory to make automatic differentiation sound and
-- efficient): where the path meets the axis depends on the place w of a charge, and descent finds the w for which it is the origin. The force
-- is a gradient, too.
import "descent"

def potential (w: f64) (x: [2]f64): f64 =
  1 / length [x[0] - 10, x[1] - (10 - w)] + 1 / length [x[0] - 10, x[1]]

-- | The square of where the path meets the axis, by Euler's steps and then a line.
def miss (gradient: ([2]f64 -> f64) -> [2]f64 -> [2]f64) (w: [1]f64): f64 =
  let h = 0.1
  let on (x: [2]f64) (v: [2]f64) = map2 (\x v -> x + h * v) x v
  let (x, v) =
    loop (x, v) = ([0, 8], [0.75, 0]) while x[1] + h * v[1] > 0 do
      let force = gradient (potential w[0]) x
      in (on x v, map2 (\v f -> v - h * f) v force)
  let at = x[0] - x[1] / v[1] * v[0]
  in at * at

def control outer inner (w: f64): f64 = let f = miss inner in (argmin f (outer f) [w])[0]

entry primal (w: f64) = miss reverse [w]

entry ff (w: f64) = control forward forward w
entry fr (w: f64) = control forward reverse w
entry rf (w: f64) = control reverse forward w
entry gradient (w: f64) = control reverse reverse w
