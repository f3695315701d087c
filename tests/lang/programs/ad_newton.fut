-- Derivatives in use: Newton in one and many dimensions, Hessians by jvp of vjp, gradient descent, a fixed point.
-- ==
-- entry: root
-- input { 3.0 } output { 2.0945514815423265 true }
-- entry: minimum
-- input { [-1.2, 1.0] } output { [1.0, 1.0] }
-- entry: hessian
-- input { [1.0, 2.0, 3.0] } output { [[2.0, 3.0, 2.0], [3.0, 0.0, 1.0], [2.0, 1.0, 0.0]] }
-- entry: descent
-- input { 2000i32 } output { [2.0, -1.0] }
-- entry: implicit
-- input { 0.5 } output { true }
def grad 'a (f: a -> f64) (x: a): a = vjp f x 1

entry root (start: f64) =
  let f x = x * x * x - 2 * x - 5
  let (x, steps) =
    loop (x, steps) = (start, 0i32) while f64.abs (f x) > 1e-13 && steps < 50 do
      let (y, dy) = jvp2 f x 1
      in (x - y / dy, steps + 1)
  in (x, steps < 10)

def unit [n] (i: i64): [n]f64 = tabulate n (\j -> f64.bool (i == j))

def hessian_of [n] (f: [n]f64 -> f64) (x: [n]f64): [n][n]f64 =
  map (\i -> jvp (grad f) x (unit i)) (iota n)

entry hessian = hessian_of (\(x: [3]f64) -> x[0] * x[0] + 3 * x[0] * x[1] + x[1] * x[2] + 2 * x[0] * x[2] - f64.sum x)

def rosenbrock [n] (x: [n]f64): f64 =
  f64.sum (map (\i -> 100 * (x[i + 1] - x[i] ** 2) ** 2 + (1 - x[i]) ** 2) (iota (n - 1)))

def solve2 (a: [2][2]f64) (b: [2]f64): [2]f64 =
  let det = a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0]
  in [(b[0] * a[1, 1] - b[1] * a[0, 1]) / det, (a[0, 0] * b[1] - a[1, 0] * b[0]) / det]

entry minimum (start: [2]f64) =
  loop x = start for _i < 20i32 do
    map2 (-) x (solve2 (hessian_of rosenbrock x) (grad rosenbrock x))

type line = {slope: f64, offset: f64}

entry descent (steps: i32) =
  let xs = map f64.i64 (iota 5)
  let ys = map (\x -> 2 * x - 1) xs
  let loss (l: line) = f64.sum (map2 (\x y -> (l.slope * x + l.offset - y) ** 2) xs ys)
  let l = loop l = {slope = 0, offset = 0} for _i < steps do
    let g = grad loss l
    in {slope = l.slope - 0.01 * g.slope, offset = l.offset - 0.01 * g.offset}
  in [l.slope, l.offset]

-- The derivative of a fixed point x = cos (a x) by differentiating the loop, and by the implicit function theorem.
entry implicit (a: f64) =
  let fixed a = loop x = 1 for _i < 100i32 do f64.cos (a * x)
  let (x, dx) = jvp2 fixed a 1
  let s = f64.sin (a * x)
  in f64.abs (dx + x * s / (1 + a * s)) < 1e-9
