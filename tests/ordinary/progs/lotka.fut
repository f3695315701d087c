-- hunters and prey by Lotka and Volterra, Runge and Kutta's steps from many starts; squared distance to what was observed, gradient by the four rates and the starts
def sq (x: f64) = x * x
-- a pair of numbers for each start
def tuples [m][t] (p: [4]f64) (h: f64) (x0: [m][2]f64) (obs: [m][t][2]f64) : f64 =
  let f (x, y) = (p[0] * x - p[1] * x * y, p[2] * x * y - p[3] * y)
  let along (x, y) s (dx, dy) = (x + s * dx, y + s * dy)
  let step u =
    let k1 = f u
    let k2 = f (along u (h / 2) k1)
    let k3 = f (along u (h / 2) k2)
    let k4 = f (along u h k3)
    in along (along (along (along u (h / 6) k1) (h / 3) k2) (h / 3) k3) (h / 6) k4
  let one x0 obs = (loop (u, l) = ((x0[0], x0[1]), 0) for o in obs do
    let (x, y) = step u
    in ((x, y), l + sq (x - o[0]) + sq (y - o[1]))).1
  in f64.sum (map2 one x0 obs)
-- a state as an array, any number of equations
def vectors [m][t] (p: [4]f64) (h: f64) (x0: [m][2]f64) (obs: [m][t][2]f64) : f64 =
  let f (u: [2]f64) : [2]f64 = let c = u[0] * u[1] in [p[0] * u[0] - p[1] * c, p[2] * c - p[3] * u[1]]
  let step [n] (f: [n]f64 -> [n]f64) (u: [n]f64) : *[n]f64 =
    let k1 = f u
    let k2 = f (map2 (\u k -> u + h / 2 * k) u k1)
    let k3 = f (map2 (\u k -> u + h / 2 * k) u k2)
    let k4 = f (map2 (\u k -> u + h * k) u k3)
    in map5 (\u a b c d -> u + h / 6 * (a + 2 * b + 2 * c + d)) u k1 k2 k3 k4
  let one x0 obs =
    let path = loop path = replicate t x0 for i < t do
      path with [i] = step f (if i == 0 then x0 else path[i - 1])
    in f64.sum (map2 (\u o -> f64.sum (map2 (\x y -> sq (x - y)) u o)) path obs)
  in f64.sum (map2 one x0 obs)
-- all starts together in each step
def together [m][t] (p: [4]f64) (h: f64) (x0: [m][2]f64) (obs: [m][t][2]f64) : f64 =
  let f xs ys = unzip (map2 (\x y -> (x * (p[0] - p[1] * y), y * (p[2] * x - p[3]))) xs ys)
  let along s = map2 (\x d -> x + s * d)
  let (_, _, l) = loop (xs, ys, l) = (x0[:, 0], x0[:, 1], 0) for i < t do
    let (a, b) = f xs ys
    let (c, d) = f (along (h / 2) xs a) (along (h / 2) ys b)
    let (e, g) = f (along (h / 2) xs c) (along (h / 2) ys d)
    let (q, r) = f (along h xs e) (along h ys g)
    let sum u a b c d = map5 (\u a b c d -> u + h / 6 * (a + 2 * b + 2 * c + d)) u a b c d
    let (xs, ys) = (sum xs a c e q, sum ys b d g r)
    in (xs, ys, l + f64.sum (map2 (\x o -> sq (x - o)) xs obs[:, i, 0]) + f64.sum (map2 (\y o -> sq (y - o)) ys obs[:, i, 1]))
  in l
entry primal_tuple [m][t] (p: [4]f64) (h: f64) (x0: [m][2]f64) (obs: [m][t][2]f64) = tuples p h x0 obs
entry grad_tuple [m][t] (p: [4]f64) (h: f64) (x0: [m][2]f64) (obs: [m][t][2]f64) = vjp (\(p, x0) -> tuples p h x0 obs) (p, x0) 1
entry primal_vector [m][t] (p: [4]f64) (h: f64) (x0: [m][2]f64) (obs: [m][t][2]f64) = vectors p h x0 obs
entry grad_vector [m][t] (p: [4]f64) (h: f64) (x0: [m][2]f64) (obs: [m][t][2]f64) = vjp (\(p, x0) -> vectors p h x0 obs) (p, x0) 1
entry primal_together [m][t] (p: [4]f64) (h: f64) (x0: [m][2]f64) (obs: [m][t][2]f64) = together p h x0 obs
entry grad_together [m][t] (p: [4]f64) (h: f64) (x0: [m][2]f64) (obs: [m][t][2]f64) = vjp (\(p, x0) -> together p h x0 obs) (p, x0) 1
