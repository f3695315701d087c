-- regression by the k nearest of many points in space: they are chosen by squared distance, and count by a Gaussian as wide as the farthest of them is away; mean
-- squared error at other points, gradient by the points, their values and the points where they are asked for
-- a sorted list of k with insertion, pairs
def lists [n][m] (k: i64) (x: [n][3]f64) (v: [n]f64) (q: [m][3]f64) : [m]f64 =
  let ask (p: [3]f64) : f64 =
    let ds = map (\x -> f64.sum (map2 (\a b -> (a - b) * (a - b)) x p)) x
    let insert (top: *[k](f64, i64)) (d: f64) (i: i64) : *[k](f64, i64) =
      if d >= top[k - 1].0 then top else
      let (top, j) = loop (top, j) = (top, k - 1) while j > 0 && top[j - 1].0 > d do
        let t = copy top[j - 1]
        in (top with [j] = t, j - 1)
      in top with [j] = (d, i)
    let top = loop top = replicate k (f64.inf, -1) for i < n do insert top ds[i] i
    let wide = top[k - 1].0
    let ws = map (\(d, _) -> f64.exp (-2 * d / wide)) top
    in f64.sum (map2 (\w (_, i) -> w * v[i]) ws top) / f64.sum ws
  in map ask q
-- k times the least of what is left
def rounds [n][m] (k: i64) (x: [n][3]f64) (v: [n]f64) (q: [m][3]f64) : [m]f64 =
  let ask (a: f64) (b: f64) (c: f64) : f64 =
    let dist i = (x[i, 0] - a) ** 2 + (x[i, 1] - b) ** 2 + (x[i, 2] - c) ** 2
    let ds = tabulate n dist
    let (at, _) = loop (at, ds) = (replicate k 0, ds) for r < k do
      let (_, i) = loop (d, i) = (f64.inf, 0) for j < n do if ds[j] < d then (ds[j], j) else (d, i)
      in (at with [r] = i, ds with [i] = f64.inf)
    let wide = dist at[k - 1]
    let (s, w) = loop (s, w) = (0, 0) for r < k do
      let u = f64.exp (-2 * dist at[r] / wide)
      in (s + u * v[at[r]], w + u)
    in s / w
  in map (\p -> ask p[0] p[1] p[2]) q
-- the lists of nearest are made first, then all is gathered
def gathers [n][m] (k: i64) (x: [n][3]f64) (v: [n]f64) (q: [m][3]f64) : [m]f64 =
  let sq (a: [3]f64) (b: [3]f64) = f64.sum (map (** 2) (map2 (-) a b))
  let near (p: [3]f64) : [k]i64 =
    let (ds, at) = loop (ds, at) = (replicate k f64.inf, replicate k 0) for i < n do
      let d = sq x[i] p
      in if d < ds[k - 1]
         then
           let r = i64.sum (map (\e -> i64.bool (e <= d)) ds)
           let shift 'a (new: a) (xs: [k]a) = tabulate k (\j -> if j < r then xs[j] else if j == r then new else xs[j - 1])
           in (shift d ds, shift i at)
         else (ds, at)
    in at
  let at = map near q
  let ds = map2 (\p is -> map (\i -> sq x[i] p) is) q at
  let ws = map (\d -> map (\e -> f64.exp (-2 * e / d[k - 1])) d) ds
  in map2 (\w is -> f64.sum (map2 (\w i -> w * v[i]) w is) / f64.sum w) ws at
def loss [m] (x: [m]f64) (want: [m]f64) : f64 = f64.sum (map2 (\a b -> (a - b) ** 2) x want) / f64.i64 m
entry primal_list [n][m] (k: i64) (y: [m]f64) (x: [n][3]f64) (v: [n]f64) (q: [m][3]f64) = loss (lists k x v q) y
entry grad_list [n][m] (k: i64) (y: [m]f64) (x: [n][3]f64) (v: [n]f64) (q: [m][3]f64) = vjp (\(x, v, q) -> loss (lists k x v q) y) (x, v, q) 1
entry primal_round [n][m] (k: i64) (y: [m]f64) (x: [n][3]f64) (v: [n]f64) (q: [m][3]f64) = loss (rounds k x v q) y
entry grad_round [n][m] (k: i64) (y: [m]f64) (x: [n][3]f64) (v: [n]f64) (q: [m][3]f64) = vjp (\(x, v, q) -> loss (rounds k x v q) y) (x, v, q) 1
entry primal_gather [n][m] (k: i64) (y: [m]f64) (x: [n][3]f64) (v: [n]f64) (q: [m][3]f64) = loss (gathers k x v q) y
entry grad_gather [n][m] (k: i64) (y: [m]f64) (x: [n][3]f64) (v: [n]f64) (q: [m][3]f64) = vjp (\(x, v, q) -> loss (gathers k x v q) y) (x, v, q) 1
