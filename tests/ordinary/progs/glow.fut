-- a picture of red, green and blue with glow: blurred along rows and columns by a kernel of 2r + 1 weights, its border repeated, added to itself, and its
-- tones mapped by luminance and a gamma; squared distance to a picture, gradient by the picture, the kernel, the share of glow and the exposure
type rgb = { r: f64, g: f64, b: f64 }
def weights : [3]f64 = [0.2126, 0.7152, 0.0722]
def clamp (n: i64) (i: i64) : i64 = if i < 0 then 0 else if i >= n then n - 1 else i
-- pixels are rows of three
def arrays [h][w][k] (im: [h][w][3]f64) (ker: [k]f64) (glow: f64) (ev: f64) : [h][w][3]f64 =
  let r = k / 2
  let line [n] (xs: [n][3]f64) : [n][3]f64 =
    tabulate n (\i -> loop s = [0, 0, 0] for d < k do map2 (\s x -> s + ker[d] * x) s xs[clamp n (i + d - r)])
  let across = map line im
  let soft = tabulate h (\i -> loop s = replicate w [0, 0, 0] for d < k do map2 (map2 (\s x -> s + ker[d] * x)) s across[clamp h (i + d - r)])
  let tone p q =
    let y = map2 (\p q -> ev * (p + glow * q)) p q
    let l = f64.sum (map2 (*) weights y)
    in map (\c -> (c / (1 + l)) ** 0.45) y
  in map2 (map2 tone) im soft
-- pixels are records
def records [h][w][k] (im: [h][w][3]f64) (ker: [k]f64) (glow: f64) (ev: f64) : [h][w][3]f64 =
  let add (a: rgb) (b: rgb) : rgb = { r = a.r + b.r, g = a.g + b.g, b = a.b + b.b }
  let scale (s: f64) (a: rgb) : rgb = { r = s * a.r, g = s * a.g, b = s * a.b }
  let light (a: rgb) = weights[0] * a.r + weights[1] * a.g + weights[2] * a.b
  let pixels = map (map (\p -> { r = p[0], g = p[1], b = p[2] })) im
  let blur (get: i64 -> rgb) : rgb = loop s = { r = 0, g = 0, b = 0 } for d < k do add s (scale ker[d] (get (d - k / 2)))
  let across = tabulate_2d h w (\i j -> blur (\d -> pixels[i, clamp w (j + d)]))
  let down = tabulate_2d h w (\i j -> blur (\d -> across[clamp h (i + d), j]))
  let tone p q =
    let y = scale ev (add p (scale glow q))
    let z = scale (1 / (1 + light y)) y
    in [z.r ** 0.45, z.g ** 0.45, z.b ** 0.45]
  in map2 (map2 tone) pixels down
-- a plane for each colour, rows made longer at both ends, sums of slices
def planes [h][w][k] (im: [h][w][3]f64) (ker: [k]f64) (glow: f64) (ev: f64) : [h][w][3]f64 =
  let r = k / 2
  let blur [n][m] (x: [n][m]f64) : [n][m]f64 =
    let longer = map (\row -> replicate r row[0] ++ row ++ replicate r row[m - 1]) x
    in loop s = replicate n (replicate m 0) for d < k do
         map2 (\s row -> map2 (\s x -> s + ker[d] * x) s (row[d:d + m] :> [m]f64)) s longer
  let part c = map (map (.[c])) im
  let lit c = let x = part c in map2 (map2 (\p q -> ev * (p + glow * q))) x (transpose (blur (transpose (blur x))))
  let ys = map lit (iota 3)
  let sums = map2 (\w y -> map (map (* w)) y) weights ys |> reduce (map2 (map2 (+))) (replicate h (replicate w 0))
  let zs = map (\y -> map2 (map2 (\c l -> (c / (1 + l)) ** 0.45)) y sums) ys
  in tabulate_3d h w 3 (\i j c -> zs[c, i, j])
def loss [h][w] (x: [h][w][3]f64) (want: [h][w][3]f64) : f64 =
  f64.sum (map2 (\x y -> f64.sum (map2 (\a b -> f64.sum (map2 (\a b -> (a - b) ** 2) a b)) x y)) x want)
entry primal_array [h][w][k] (y: [h][w][3]f64) (x: [h][w][3]f64) (a: [k]f64) (g: f64) (e: f64) = loss (arrays x a g e) y
entry grad_array [h][w][k] (y: [h][w][3]f64) (x: [h][w][3]f64) (a: [k]f64) (g: f64) (e: f64) = vjp (\(x, a, g, e) -> loss (arrays x a g e) y) (x, a, g, e) 1
entry primal_record [h][w][k] (y: [h][w][3]f64) (x: [h][w][3]f64) (a: [k]f64) (g: f64) (e: f64) = loss (records x a g e) y
entry grad_record [h][w][k] (y: [h][w][3]f64) (x: [h][w][3]f64) (a: [k]f64) (g: f64) (e: f64) = vjp (\(x, a, g, e) -> loss (records x a g e) y) (x, a, g, e) 1
entry primal_plane [h][w][k] (y: [h][w][3]f64) (x: [h][w][3]f64) (a: [k]f64) (g: f64) (e: f64) = loss (planes x a g e) y
entry grad_plane [h][w][k] (y: [h][w][3]f64) (x: [h][w][3]f64) (a: [k]f64) (g: f64) (e: f64) = vjp (\(x, a, g, e) -> loss (planes x a g e) y) (x, a, g, e) 1
