-- a field on a sphere by spherical harmonics up to degree d (Legendre functions by their recurrences), coefficients of (l, m) at l (l + 1) / 2 + m;
-- squared distance to what was measured, gradient by coefficients and by the places, colatitude and longitude
def at (l: i64) (m: i64) : i64 = l * (l + 1) / 2 + m
def first (m: i64) : f64 = if m == 1 then f64.sqrt 3 else f64.sqrt ((2 * f64.i64 m + 1) / (2 * f64.i64 m))
def a (l: i64) (m: i64) : f64 = let (l, m) = (f64.i64 l, f64.i64 m) in f64.sqrt ((4 * l * l - 1) / (l * l - m * m))
def b (l: i64) (m: i64) : f64 = let (k, m) = (f64.i64 (l - 1), f64.i64 m) in f64.sqrt ((k * k - m * m) / (4 * k * k - 1))
-- a triangle of functions, filled in place
def triangles [n][t] (d: i64) (theta: [n]f64) (lon: [n]f64) (c: [t]f64) (s: [t]f64) : [n]f64 =
  let value theta lon =
    let (u, v) = (f64.cos theta, f64.sin theta)
    let p = replicate t 0 with [0] = 1
    let p = loop p for l in 1...d do
      let p = p with [at l l] = first l * v * p[at (l - 1) (l - 1)]
      in loop p for m < l do
        let below = if m < l - 1 then b l m * p[at (l - 2) m] else 0
        in p with [at l m] = a l m * (u * p[at (l - 1) m] - below)
    in loop sum = 0 for l < d + 1 do
      loop sum for m < l + 1 do
        let k = at l m
        let x = f64.i64 m * lon
        in sum + p[k] * (c[k] * f64.cos x + s[k] * f64.sin x)
  in map2 value theta lon
-- order by order, each down its column
def orders [n][t] (d: i64) (theta: [n]f64) (lon: [n]f64) (c: [t]f64) (s: [t]f64) : [n]f64 =
  let value theta lon =
    let (u, v) = (f64.cos theta, f64.sin theta)
    let heads = scan (*) 1 (map (\m -> if m == 0 then 1 else first m * v) (iota (d + 1)))
    let order m head =
      let (_, _, x, y) = loop (p, q, x, y) = (head, 0, head * c[at m m], head * s[at m m]) for l in m + 1..<d + 1 do
        let r = a l m * (u * p - (if l > m + 1 then b l m * q else 0))
        in (r, p, x + r * c[at l m], y + r * s[at l m])
      let t = f64.i64 m * lon
      in x * f64.cos t + y * f64.sin t
    in f64.sum (map2 order (iota (d + 1)) heads)
  in map2 value theta lon
-- degree by degree, rows of the triangle as slices
def degrees [n][t] (d: i64) (theta: [n]f64) (lon: [n]f64) (c: [t]f64) (s: [t]f64) : [n]f64 =
  let w = d + 1
  let value theta lon =
    let (u, v) = (f64.cos theta, f64.sin theta)
    let cosines = tabulate w (\m -> f64.cos (f64.i64 m * lon))
    let sines = tabulate w (\m -> f64.sin (f64.i64 m * lon))
    let part l (p: [w]f64) =
      let (lo, hi) = (at l 0, at (l + 1) 0)
      let k = hi - lo
      in f64.sum (map5 (\p a b x y -> p * (a * x + b * y)) (take k p) (c[lo:hi] :> [k]f64) (s[lo:hi] :> [k]f64) (take k cosines) (take k sines))
    let start = tabulate w (\m -> f64.bool (m == 0))
    let (_, _, sum) = loop (p, q, sum) = (start, replicate w 0, part 0 start) for l in 1...d do
      let r = tabulate w (\m ->
        if m > l then 0
        else if m == l then first l * v * p[l - 1]
        else if m == l - 1 then a l m * u * p[m]
        else a l m * (u * p[m] - b l m * q[m]))
      in (r, p, sum + part l r)
    in sum
  in map2 value theta lon
def loss [n] (x: [n]f64) (want: [n]f64) : f64 = f64.sum (map2 (\a b -> (a - b) ** 2) x want)
entry primal_triangle [n][t] (d: i64) (y: [n]f64) (h: [n]f64) (l: [n]f64) (c: [t]f64) (s: [t]f64) = loss (triangles d h l c s) y
entry grad_triangle [n][t] (d: i64) (y: [n]f64) (h: [n]f64) (l: [n]f64) (c: [t]f64) (s: [t]f64) =
  vjp (\(h, l, c, s) -> loss (triangles d h l c s) y) (h, l, c, s) 1
entry primal_order [n][t] (d: i64) (y: [n]f64) (h: [n]f64) (l: [n]f64) (c: [t]f64) (s: [t]f64) = loss (orders d h l c s) y
entry grad_order [n][t] (d: i64) (y: [n]f64) (h: [n]f64) (l: [n]f64) (c: [t]f64) (s: [t]f64) =
  vjp (\(h, l, c, s) -> loss (orders d h l c s) y) (h, l, c, s) 1
entry primal_degree [n][t] (d: i64) (y: [n]f64) (h: [n]f64) (l: [n]f64) (c: [t]f64) (s: [t]f64) = loss (degrees d h l c s) y
entry grad_degree [n][t] (d: i64) (y: [n]f64) (h: [n]f64) (l: [n]f64) (c: [t]f64) (s: [t]f64) =
  vjp (\(h, l, c, s) -> loss (degrees d h l c s) y) (h, l, c, s) 1
