-- volume rendering: a ray's colour is what its samples emit, each weighted by what passes through those before it, on white; squared distance to
-- an image, gradient by densities and colours
-- transmittance as a product that is scanned
def scans [r][s] (dt: f64) (sigma: [r][s]f64) (colours: [r][s][3]f64) (want: [r][3]f64) : f64 =
  let ray sigma (c: [s][3]f64) =
    let alpha = map (\x -> 1 - f64.exp (-dt * x)) sigma
    let through = scan (*) 1 (map (1 -) alpha)
    let before = map (\i -> if i == 0 then 1 else through[i - 1]) (iota s)
    let weights = map2 (*) alpha before
    in map (\c -> f64.sum (map2 (*) weights c) + through[s - 1]) (transpose c)
  let images = map2 ray sigma colours
  in f64.sum (map2 (\a b -> (a - b) ** 2) (flatten images) (flatten want))
-- sample by sample
def loops [r][s] (dt: f64) (sigma: [r][s]f64) (colours: [r][s][3]f64) (want: [r][3]f64) : f64 =
  loop l = 0 for i < r do
    let (t, p) = loop (t, p) = (1, [0, 0, 0]) for j < s do
      let e = f64.exp (-dt * sigma[i, j])
      let p = loop p for k < 3 do p with [k] = p[k] + t * (1 - e) * colours[i, j, k]
      in (t * e, p)
    in loop l for k < 3 do l + (p[k] + t - want[i, k]) ** 2
-- layers that are laid over each other, which is associative
type layer = { t: f64, rgb: (f64, f64, f64) }
def over (a: layer) (b: layer) : layer =
  let (r, g, b') = b.rgb
  in { t = a.t * b.t, rgb = (a.rgb.0 + a.t * r, a.rgb.1 + a.t * g, a.rgb.2 + a.t * b') }
def layers [r][s] (dt: f64) (sigma: [r][s]f64) (colours: [r][s][3]f64) (want: [r][3]f64) : f64 =
  let layer sigma (c: [3]f64) : layer =
    let e = f64.exp (-dt * sigma)
    in { t = e, rgb = ((1 - e) * c[0], (1 - e) * c[1], (1 - e) * c[2]) }
  let one sigma c (w: [3]f64) =
    let { t, rgb = (x, y, z) } = reduce over { t = 1, rgb = (0, 0, 0) } (map2 layer sigma c)
    in (x + t - w[0]) ** 2 + (y + t - w[1]) ** 2 + (z + t - w[2]) ** 2
  in f64.sum (map3 one sigma colours want)
entry primal_scan [r][s] (dt: f64) (sigma: [r][s]f64) (c: [r][s][3]f64) (want: [r][3]f64) = scans dt sigma c want
entry grad_scan [r][s] (dt: f64) (sigma: [r][s]f64) (c: [r][s][3]f64) (want: [r][3]f64) = vjp (\(sigma, c) -> scans dt sigma c want) (sigma, c) 1
entry primal_loop [r][s] (dt: f64) (sigma: [r][s]f64) (c: [r][s][3]f64) (want: [r][3]f64) = loops dt sigma c want
entry grad_loop [r][s] (dt: f64) (sigma: [r][s]f64) (c: [r][s][3]f64) (want: [r][3]f64) = vjp (\(sigma, c) -> loops dt sigma c want) (sigma, c) 1
entry primal_layer [r][s] (dt: f64) (sigma: [r][s]f64) (c: [r][s][3]f64) (want: [r][3]f64) = layers dt sigma c want
entry grad_layer [r][s] (dt: f64) (sigma: [r][s]f64) (c: [r][s][3]f64) (want: [r][3]f64) = vjp (\(sigma, c) -> layers dt sigma c want) (sigma, c) 1
