-- best alignments of pairs of sequences with affine costs of gaps (Gotoh): sum of their scores, gradient by the scores of letters and both costs
def none = -1e30f64
def max3 (a: f64) (b: f64) (c: f64) : f64 = f64.max a (f64.max b c)
-- three tables
def tables [k][l] (w: [k][k]f64) (first: f64) (more: f64) (a: [l]i64) (b: [l]i64) : f64 =
  let border i = if i == 0 then none else -(first + f64.i64 (i - 1) * more)
  let m = replicate (l + 1) (replicate (l + 1) none)
  let m = m with [0, 0] = 0
  let x = tabulate_2d (l + 1) (l + 1) (\i j -> if j == 0 then border i else none)
  let y = tabulate_2d (l + 1) (l + 1) (\i j -> if i == 0 then border j else none)
  let (m, x, y) = loop (m, x, y) for i in 1..<l + 1 do
    loop (m, x, y) for j in 1..<l + 1 do
      let p = w[a[i - 1], b[j - 1]] + max3 m[i - 1, j - 1] x[i - 1, j - 1] y[i - 1, j - 1]
      let q = f64.max (f64.max m[i - 1, j] y[i - 1, j] - first) (x[i - 1, j] - more)
      let r = f64.max (f64.max m[i, j - 1] x[i, j - 1] - first) (y[i, j - 1] - more)
      in (m with [i, j] = p, x with [i, j] = q, y with [i, j] = r)
  in max3 m[l, l] x[l, l] y[l, l]
-- two rows, the gap along the row carried
def rows [k][l] (w: [k][k]f64) (first: f64) (more: f64) (a: [l]i64) (b: [l]i64) : f64 =
  let border i = if i == 0 then 0 else -(first + f64.i64 (i - 1) * more)
  -- h is the best of all, x ends in a gap of b
  let h = tabulate (l + 1) border
  let (h, _) = loop (h, x) = (h, replicate (l + 1) none) for i < l do
    let h0 = border (i + 1)
    let x = map2 (\h x -> f64.max (h - first) (x - more)) h x
    let new = replicate (l + 1) h0
    let (new, _) = loop (new, y) = (new, none) for j < l do
      let y = f64.max (new[j] - first) (y - more)
      let p = h[j] + w[a[i], b[j]]
      in (new with [j + 1] = max3 p x[j + 1] y, y)
    in (new, x)
  in h[l]
-- along the diagonals
def diagonals [k][l] (w: [k][k]f64) (first: f64) (more: f64) (a: [l]i64) (b: [l]i64) : f64 =
  let border i = if i == 0 then 0 else -(first + f64.i64 (i - 1) * more)
  -- on diagonal d the element i is the cell (i, d - i)
  let start = replicate (l + 1) none
  let corner = tabulate (l + 1) (\i -> if i == 0 then 0 else none)
  let (_, h, _, _) = loop (h2, h1, x1, y1) = (start, corner, start, start) for e < 2 * l do
    let d = e + 1
    let x = tabulate (l + 1) (\i -> if i > 0 then f64.max (h1[i - 1] - first) (x1[i - 1] - more) else none)
    let y = map2 (\h y -> f64.max (h - first) (y - more)) h1 y1
    let h = tabulate (l + 1) (\i ->
      let j = d - i
      in if j < 0 || j > l then none
         else if i == 0 || j == 0 then border (i + j)
         else max3 (h2[i - 1] + w[a[i - 1], b[j - 1]]) x[i] y[i])
    in (h1, h, x, y)
  in h[l]
def all [k][l][p] f (w: [k][k]f64) (o: f64) (m: f64) (a: [p][l]i64) (b: [p][l]i64) : f64 = f64.sum (map2 (f w o m) a b)
entry primal_table [k][l][p] (w: [k][k]f64) (o: f64) (m: f64) (a: [p][l]i64) (b: [p][l]i64) = all tables w o m a b
entry grad_table [k][l][p] (w: [k][k]f64) (o: f64) (m: f64) (a: [p][l]i64) (b: [p][l]i64) = vjp (\(w, o, m) -> all tables w o m a b) (w, o, m) 1
entry primal_row [k][l][p] (w: [k][k]f64) (o: f64) (m: f64) (a: [p][l]i64) (b: [p][l]i64) = all rows w o m a b
entry grad_row [k][l][p] (w: [k][k]f64) (o: f64) (m: f64) (a: [p][l]i64) (b: [p][l]i64) = vjp (\(w, o, m) -> all rows w o m a b) (w, o, m) 1
entry primal_diagonal [k][l][p] (w: [k][k]f64) (o: f64) (m: f64) (a: [p][l]i64) (b: [p][l]i64) = all diagonals w o m a b
entry grad_diagonal [k][l][p] (w: [k][k]f64) (o: f64) (m: f64) (a: [p][l]i64) (b: [p][l]i64) = vjp (\(w, o, m) -> all diagonals w o m a b) (w, o, m) 1
