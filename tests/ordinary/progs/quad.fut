-- integrals of exp(-a x) cos(b x + c x^2) / (1 + d x^2) over [-1, 1] by Gauss and Legendre's nodes, for many parameters; squared distance to wanted ones,
-- gradient by the parameters
def f (a: f64) (b: f64) (c: f64) (d: f64) (x: f64) : f64 = f64.exp (-a * x) * f64.cos (b * x + c * x * x) / (1 + d * x * x)
-- each integral a sum over the nodes
def sums [m][n] (ps: [m][4]f64) (xs: [n]f64) (ws: [n]f64) (y: [m]f64) : f64 =
  let integral p = f64.sum (map2 (\x w -> w * f p[0] p[1] p[2] p[3] x) xs ws)
  in f64.sum (map2 (\p y -> (integral p - y) ** 2) ps y)
-- a matrix of values times the weights
def matrix [m][n] (ps: [m][4]f64) (xs: [n]f64) (ws: [n]f64) (y: [m]f64) : f64 =
  let decay = map (\p -> map (\x -> f64.exp (-p[0] * x)) xs) ps
  let waves = map (\p -> map (\x -> f64.cos (p[1] * x + p[2] * x * x)) xs) ps
  let below = map (\p -> map (\x -> 1 + p[3] * x * x) xs) ps
  let values = map3 (map3 (\a b c -> a * b / c)) decay waves below
  let is = map (\r -> f64.sum (map2 (*) r ws)) values
  let e = map2 (-) is y
  in f64.sum (map2 (*) e e)
-- loops, node after node for all integrals
def nodes [m][n] (ps: [m][4]f64) (xs: [n]f64) (ws: [n]f64) (y: [m]f64) : f64 =
  let is = loop is = replicate m 0 for j < n do
    loop is for i < m do
      is with [i] = is[i] + ws[j] * f ps[i, 0] ps[i, 1] ps[i, 2] ps[i, 3] xs[j]
  in loop l = 0 for i < m do l + (is[i] - y[i]) * (is[i] - y[i])
entry primal_sum [m][n] (ps: [m][4]f64) (xs: [n]f64) (ws: [n]f64) (y: [m]f64) = sums ps xs ws y
entry grad_sum [m][n] (ps: [m][4]f64) (xs: [n]f64) (ws: [n]f64) (y: [m]f64) = vjp (\ps -> sums ps xs ws y) ps 1
entry primal_matrix [m][n] (ps: [m][4]f64) (xs: [n]f64) (ws: [n]f64) (y: [m]f64) = matrix ps xs ws y
entry grad_matrix [m][n] (ps: [m][4]f64) (xs: [n]f64) (ws: [n]f64) (y: [m]f64) = vjp (\ps -> matrix ps xs ws y) ps 1
entry primal_node [m][n] (ps: [m][4]f64) (xs: [n]f64) (ws: [n]f64) (y: [m]f64) = nodes ps xs ws y
entry grad_node [m][n] (ps: [m][4]f64) (xs: [n]f64) (ws: [n]f64) (y: [m]f64) = vjp (\ps -> nodes ps xs ws y) ps 1
