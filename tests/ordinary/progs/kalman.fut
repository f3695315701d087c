-- Kalman filters of many tracks: four states, two measured; negative log likelihood, gradient by the noises and the first state
type filter = { q: f64, r: f64, h: f64 }
def mm [n][m][k] (a: [n][m]f64) (b: [m][k]f64) = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
def mv [n][m] (a: [n][m]f64) (x: [m]f64) = map (\r -> f64.sum (map2 (*) r x)) a
def add [n][m] = map2 (map2 (+)) : [n][m]f64 -> [n][m]f64 -> [n][m]f64
def sub [n][m] = map2 (map2 (-)) : [n][m]f64 -> [n][m]f64 -> [n][m]f64
def diag (n: i64) (v: f64) = tabulate_2d n n (\i j -> if i == j then v else 0)
def moves (h: f64) = [[1, 0, h, 0], [0, 1, 0, h], [0, 0, 1, 0], [0, 0, 0, 1]]
def sees = [[1, 0, 0, 0], [0, 1, 0, 0f64]]
def inverse (s: [2][2]f64) =
  let d = s[0, 0] * s[1, 1] - s[0, 1] * s[1, 0]
  in (d, [[s[1, 1] / d, -s[0, 1] / d], [-s[1, 0] / d, s[0, 0] / d]])
def matrices [t] (k: filter) (x0: [4]f64) (zs: [t][2]f64) =
  let f = moves k.h
  let (_, _, l) = loop (x, p, l) = (x0, diag 4 1, 0) for z in zs do
    let x = mv f x
    let p = add (mm (mm f p) (transpose f)) (diag 4 k.q)
    let y = map2 (-) z (mv sees x)
    let (d, si) = inverse (add (mm (mm sees p) (transpose sees)) (diag 2 k.r))
    let g = mm (mm p (transpose sees)) si
    in (map2 (+) x (mv g y), mm (sub (diag 4 1) (mm g sees)) p, l + f64.log d + f64.sum (map2 (*) y (mv si y)))
  in 0.5 * l
-- the same by loops with updates
def mml [n][m][k] (a: [n][m]f64) (b: [m][k]f64) =
  loop c = replicate n (replicate k 0) for i < n do
    loop c for j < k do
      loop c for l < m do c with [i, j] = c[i, j] + a[i, l] * b[l, j]
def loops [t] (k: filter) (x0: [4]f64) (zs: [t][2]f64) =
  let f = moves k.h
  let (_, _, l) = loop (x, p, l) = (x0, diag 4 1, 0) for i < t do
    let x = flatten (mml f (transpose [x])) :> [4]f64
    let p = mml (mml f p) (transpose f)
    let p = loop p for j < 4 do p with [j, j] = p[j, j] + k.q
    let y = [zs[i, 0] - x[0], zs[i, 1] - x[1]]
    let (d, si) = inverse [[p[0, 0] + k.r, p[0, 1]], [p[1, 0], p[1, 1] + k.r]]
    let g = mml p[:, :2] si
    let p = sub p (mml g p[:2])
    let e = si[0, 0] * y[0] * y[0] + (si[0, 1] + si[1, 0]) * y[0] * y[1] + si[1, 1] * y[1] * y[1]
    in (tabulate 4 (\j -> x[j] + g[j, 0] * y[0] + g[j, 1] * y[1]), p, l + f64.log d + e)
  in 0.5 * l
def loss [n][t] f (c: [3]f64) (x0: [4]f64) (zs: [n][t][2]f64) : f64 = f64.sum (map (\z -> f { q = c[0], r = c[1], h = c[2] } x0 z) zs)
entry primal_soac [n][t] (c: [3]f64) (x: [4]f64) (zs: [n][t][2]f64) = loss matrices c x zs
entry grad_soac [n][t] (c: [3]f64) (x: [4]f64) (zs: [n][t][2]f64) = vjp (\(c, x) -> loss matrices c x zs) (c, x) 1
entry primal_loop [n][t] (c: [3]f64) (x: [4]f64) (zs: [n][t][2]f64) = loss loops c x zs
entry grad_loop [n][t] (c: [3]f64) (x: [4]f64) (zs: [n][t][2]f64) = vjp (\(c, x) -> loss loops c x zs) (c, x) 1
