-- lattice Boltzmann with nine velocities in a periodic box, t steps of collision and streaming; gradient by the relaxation and what is at first
def cx : [9]i64 = [0, 1, 0, -1, 0, 1, -1, -1, 1]
def cy : [9]i64 = [0, 0, 1, 0, -1, 1, 1, -1, -1]
def wq : [9]f64 = [4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36]
def equilibrium (rho: f64) (ux: f64) (uy: f64) (q: i64) : f64 =
  let cu = f64.i64 cx[q] * ux + f64.i64 cy[q] * uy
  in wq[q] * rho * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * (ux * ux + uy * uy))
-- whole fields, streamed by rotate
def fields [n][m] (t: i64) (om: f64) (f: [9][n][m]f64) : [9][n][m]f64 =
  loop f for _s < t do
    let total (c: [9]f64) : [n][m]f64 = reduce (map2 (map2 (+))) (replicate n (replicate m 0)) (map2 (\c f -> map (map (* c)) f) c f)
    let rho = total (replicate 9 1)
    let ux = map2 (map2 (/)) (total (map f64.i64 cx)) rho
    let uy = map2 (map2 (/)) (total (map f64.i64 cy)) rho
    let post = map2 (\q f -> map4 (map4 (\x r u v -> x + om * (equilibrium r u v q - x))) f rho ux uy) (iota 9) f
    in map3 (\g a b -> rotate (-b) (map (rotate (-a)) g)) post cx cy
-- cells of nine numbers
def collide (om: f64) (f: [9]f64) : [9]f64 =
  let rho = f64.sum f
  let ux = f64.sum (map2 (\c x -> f64.i64 c * x) cx f) / rho
  let uy = f64.sum (map2 (\c x -> f64.i64 c * x) cy f) / rho
  in map2 (\q x -> (1 - om) * x + om * equilibrium rho ux uy q) (iota 9) f
def cells [n][m] (t: i64) (om: f64) (f: [9][n][m]f64) : [9][n][m]f64 =
  let g = map transpose (transpose f)
  let g = loop g for _s < t do
    let post = map (map (collide om)) g
    in tabulate_3d n m 9 (\i j q -> post[(i - cy[q]) % n, (j - cx[q]) % m, q])
  in transpose (map transpose g)
-- loops that push into a new grid
def loops [n][m] (t: i64) (om: f64) (f: [9][n][m]f64) : [9][n][m]f64 =
  loop f for _s < t do
    let next = replicate 9 (replicate n (replicate m 0))
    in loop next for i < n do
      loop next for j < m do
        let (rho, jx, jy) = loop (rho, jx, jy) = (0, 0, 0) for q < 9 do
          let x = f[q, i, j]
          in (rho + x, jx + f64.i64 cx[q] * x, jy + f64.i64 cy[q] * x)
        let (ux, uy) = (jx / rho, jy / rho)
        in loop next for q < 9 do
          let x = f[q, i, j]
          in next with [q, (i + cy[q]) % n, (j + cx[q]) % m] = x + om * (equilibrium rho ux uy q - x)
entry primal_field [n][m] (t: i64) (om: f64) (f: [9][n][m]f64) (_y: [9][n][m]f64) = fields t om f
entry grad_field [n][m] (t: i64) (om: f64) (f: [9][n][m]f64) (y: [9][n][m]f64) = vjp (\(om, f) -> fields t om f) (om, f) y
entry primal_cell [n][m] (t: i64) (om: f64) (f: [9][n][m]f64) (_y: [9][n][m]f64) = cells t om f
entry grad_cell [n][m] (t: i64) (om: f64) (f: [9][n][m]f64) (y: [9][n][m]f64) = vjp (\(om, f) -> cells t om f) (om, f) y
entry primal_loop [n][m] (t: i64) (om: f64) (f: [9][n][m]f64) (_y: [9][n][m]f64) = loops t om f
entry grad_loop [n][m] (t: i64) (om: f64) (f: [9][n][m]f64) (y: [9][n][m]f64) = vjp (\(om, f) -> loops t om f) (om, f) y
