-- times of first arrival on a grid by fast sweeping (Godunov's upwind scheme), from the four corners in turn; squared distance to the times picked along
-- the first row, gradient by the slowness of each cell
def far : f64 = 1e3
def arrive (s: f64) (now: f64) (a: f64) (b: f64) : f64 =
  let d = a - b
  let t = if f64.abs d >= s then f64.min a b + s else (a + b + f64.sqrt (2 * s * s - d * d)) / 2
  in if t < now then t else now
-- cell by cell in place, indices that run either way
def loops [h][w] (r: i64) (i0: i64) (j0: i64) (slow: [h][w]f64) : [w]f64 =
  let t = replicate h (replicate w far) with [i0, j0] = 0
  let t = loop t for k < 4 * r do
    loop t for y < h do
      loop t for x < w do
        let i = if k & 1 == 0 then y else h - 1 - y
        let j = if k & 2 == 0 then x else w - 1 - x
        let at t i j = if i < 0 || i >= h || j < 0 || j >= w then far else t[i, j]
        let a = f64.min (at t i (j - 1)) (at t i (j + 1))
        let b = f64.min (at t (i - 1) j) (at t (i + 1) j)
        in t with [i, j] = arrive slow[i, j] t[i, j] a b
  in t[0]
-- all cells of a diagonal at once
def diagonals [h][w] (r: i64) (i0: i64) (j0: i64) (slow: [h][w]f64) : [w]f64 =
  let t = tabulate_2d h w (\i j -> if i == i0 && j == j0 then 0 else far)
  let sweep (t: *[h][w]f64) (k: i64) =
    loop t for d < h + w - 1 do
      let lo = i64.max 0 (d - w + 1)
      let cells = map (\i -> (if k & 1 == 0 then i else h - 1 - i, if k & 2 == 0 then d - i else w - 1 - d + i)) (lo...i64.min d (h - 1))
      let new = map (\(i, j) ->
          let l = if j > 0 then t[i, j - 1] else far
          let r = if j + 1 < w then t[i, j + 1] else far
          let u = if i > 0 then t[i - 1, j] else far
          let d = if i + 1 < h then t[i + 1, j] else far
          in arrive slow[i, j] t[i, j] (f64.min l r) (f64.min u d)) cells
      in scatter_2d t cells new
  in (loop t for k < 4 * r do sweep t k)[0]
-- always from the first corner, grids are turned over
def flips [h][w] (r: i64) (i0: i64) (j0: i64) (slow: [h][w]f64) : [w]f64 =
  let row (above: [w]f64) (below: [w]f64) (s: [w]f64) (t: [w]f64) : [w]f64 =
    let b = map2 f64.min above below
    let right = map (\j -> if j + 1 < w then t[j + 1] else far) (iota w)
    let (_, out) = loop (left, out) = (far, replicate w 0) for j < w do
      let x = arrive s[j] t[j] (f64.min left right[j]) b[j]
      in (x, out with [j] = x)
    in out
  let sweep (s: [h][w]f64) (t: [h][w]f64) : [h][w]f64 =
    let none = replicate w far
    let (_, out) = loop (above, out) = (none, replicate h none) for i < h do
      let x = row above (if i + 1 < h then t[i + 1] else none) s[i] t[i]
      in (x, out with [i] = x)
    in out
  let t = map (\i -> map (\j -> if i == i0 && j == j0 then 0 else far) (iota w)) (iota h)
  let (s, t) = loop (s, t) = (slow, t) for _k < r do
    let (s, t) = (reverse s, reverse (sweep s t))
    let (s, t) = (reverse (map reverse s), reverse (map reverse (sweep s t)))
    let (s, t) = (reverse s, reverse (sweep s t))
    in (reverse (map reverse s), reverse (map reverse (sweep s t)))
  in t[0]
def loss [w] (t: [w]f64) (picked: [w]f64) : f64 = f64.sum (map2 (\a b -> (a - b) ** 2) t picked)
entry primal_loop [h][w] (r: i64) (i: i64) (j: i64) (p: [w]f64) (s: [h][w]f64) = loss (loops r i j s) p
entry grad_loop [h][w] (r: i64) (i: i64) (j: i64) (p: [w]f64) (s: [h][w]f64) = vjp (\s -> loss (loops r i j s) p) s 1
entry primal_diagonal [h][w] (r: i64) (i: i64) (j: i64) (p: [w]f64) (s: [h][w]f64) = loss (diagonals r i j s) p
entry grad_diagonal [h][w] (r: i64) (i: i64) (j: i64) (p: [w]f64) (s: [h][w]f64) = vjp (\s -> loss (diagonals r i j s) p) s 1
entry primal_flip [h][w] (r: i64) (i: i64) (j: i64) (p: [w]f64) (s: [h][w]f64) = loss (flips r i j s) p
entry grad_flip [h][w] (r: i64) (i: i64) (j: i64) (p: [w]f64) (s: [h][w]f64) = vjp (\s -> loss (flips r i j s) p) s 1
