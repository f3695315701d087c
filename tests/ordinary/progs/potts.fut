-- a Potts model on a torus: chances of states of each site by its mean field, black and white sites in turn, T sweeps; gradient by the fields and the coupling
def softmax [k] (f: [k]f64) : [k]f64 =
  let m = f64.maximum f
  let e = map (\x -> f64.exp (x - m)) f
  let s = f64.sum e
  in map (/ s) e
-- all sites of the torus, those of one colour new
def masked [n][m][k] (t: i64) (c: f64) (h: [n][m][k]f64) (p: [n][m][k]f64) : [n][m][k]f64 =
  loop p: [n][m][k]f64 = p for _i < t do
    loop p for colour < 2 do
      tabulate_2d n m (\i j ->
        if (i + j) % 2 != colour then p[i, j]
        else let up = p[(i + n - 1) % n, j]
             let down = p[(i + 1) % n, j]
             let left = p[i, (j + m - 1) % m]
             let right = p[i, (j + 1) % m]
             in softmax (map2 (+) h[i, j] (map4 (\a b d e -> c * (a + b + d + e)) up down left right)))
-- site after site in place
def loops [n][m][k] (t: i64) (c: f64) (h: [n][m][k]f64) (p: [n][m][k]f64) : [n][m][k]f64 =
  loop p = copy p for _i < t do
    loop p for colour < 2 do
      loop p for i < n do
        loop p for b < m / 2 do
          let j = 2 * b + (i + colour) % 2
          let (f, s) = loop (f, s) = (replicate k 0, 0) for q < k do
            let v = p[(i + n - 1) % n, j, q] + p[(i + 1) % n, j, q] + p[i, (j + m - 1) % m, q] + p[i, (j + 1) % m, q]
            let e = f64.exp (h[i, j, q] + c * v)
            in (f with [q] = e, s + e)
          in loop p for q < k do p with [i, j, q] = f[q] / s
-- neighbours by rotations of the whole
def rotations [n][m][k] (t: i64) (c: f64) (h: [n][m][k]f64) (p: [n][m][k]f64) : [n][m][k]f64 =
  let add = map2 (map2 (map2 (+)))
  let black = tabulate_2d n m (\i j -> (i + j) % 2 == 0)
  let half p keep =
    let near = add (add (rotate 1 p) (rotate (-1) p)) (add (map (rotate 1) p) (map (rotate (-1)) p))
    let new = map2 (map2 (\h v -> softmax (map2 (\h v -> h + c * v) h v))) h near
    in map3 (map3 (\k new old -> if k then new else old)) keep new p
  in loop p for _i < t do half (half p black) (map (map (\b -> !b)) black)
entry primal_mask [n][m][k] (t: i64) (c: f64) (h: [n][m][k]f64) (p: [n][m][k]f64) (_y: [n][m][k]f64) = masked t c h p
entry grad_mask [n][m][k] (t: i64) (c: f64) (h: [n][m][k]f64) (p: [n][m][k]f64) (y: [n][m][k]f64) = vjp (\(c, h) -> masked t c h p) (c, h) y
entry primal_loop [n][m][k] (t: i64) (c: f64) (h: [n][m][k]f64) (p: [n][m][k]f64) (_y: [n][m][k]f64) = loops t c h p
entry grad_loop [n][m][k] (t: i64) (c: f64) (h: [n][m][k]f64) (p: [n][m][k]f64) (y: [n][m][k]f64) = vjp (\(c, h) -> loops t c h p) (c, h) y
entry primal_rotate [n][m][k] (t: i64) (c: f64) (h: [n][m][k]f64) (p: [n][m][k]f64) (_y: [n][m][k]f64) = rotations t c h p
entry grad_rotate [n][m][k] (t: i64) (c: f64) (h: [n][m][k]f64) (p: [n][m][k]f64) (y: [n][m][k]f64) = vjp (\(c, h) -> rotations t c h p) (c, h) y
