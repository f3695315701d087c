-- shallow water along a ring: slopes by minmod, Rusanov's fluxes, t steps; squared distance of the heights to those wanted, gradient by heights and
-- momenta at first
type state = (f64, f64)
def flux ((h, q): state) : state = (q, q * q / h + 0.5 * h * h)
def speed ((h, q): state) : f64 = f64.abs (q / h) + f64.sqrt h
def rusanov (l: state) (r: state) : state =
  let (f, g) = (flux l, flux r)
  let a = f64.max (speed l) (speed r)
  in (0.5 * (f.0 + g.0 - a * (r.0 - l.0)), 0.5 * (f.1 + g.1 - a * (r.1 - l.1)))
-- neighbours by rotate
def minmod (a: f64) (b: f64) : f64 = if a * b <= 0 then 0 else if f64.abs a < f64.abs b then a else b
def rotates [n] (t: i64) (c: f64) (h: [n]f64) (q: [n]f64) : [n]f64 =
  let slopes (u: [n]f64) = map3 (\a b c -> minmod (b - a) (c - b)) (rotate (-1) u) u (rotate 1 u)
  let (h, _) = loop (h, q) for _s < t do
    let (sh, sq) = (slopes h, slopes q)
    let left = zip (map2 (\u s -> u + s / 2) h sh) (map2 (\u s -> u + s / 2) q sq)
    let right = zip (map2 (\u s -> u - s / 2) h sh) (map2 (\u s -> u - s / 2) q sq)
    let (f, g) = unzip (map2 rusanov left (rotate 1 right))
    let move u f = map3 (\u f g -> u - c * (f - g)) u f (rotate (-1) f)
    in (move h f, move q g)
  in h
-- pairs by index
def tabs [n] (t: i64) (c: f64) (h: [n]f64) (q: [n]f64) : [n]f64 =
  let limit a b = f64.max 0 (f64.min a b) + f64.min 0 (f64.max a b)
  let step (u: [n]state) : [n]state =
    let at i = u[i % n]
    let slope i = let ((a, d), (b, e), (c, f)) = (at (i - 1), at i, at (i + 1)) in (limit (b - a) (c - b), limit (e - d) (f - e))
    let s = tabulate n slope
    let face i =
      let (x, y) = (at i, at (i + 1))
      let (a, b) = (s[i], s[(i + 1) % n])
      in rusanov (x.0 + 0.5 * a.0, x.1 + 0.5 * a.1) (y.0 - 0.5 * b.0, y.1 - 0.5 * b.1)
    let f = tabulate n face
    in map (\i -> let (a, b) = (f[(i - 1) % n], f[i]) in (u[i].0 - c * (b.0 - a.0), u[i].1 - c * (b.1 - a.1))) (iota n)
  in (unzip (loop u = zip h q for _s < t do step u)).0
-- loops over cells with two more at either end
def loops [n] (t: i64) (c: f64) (h: [n]f64) (q: [n]f64) : [n]f64 =
  let sided a b = 0.5 * (f64.sgn a + f64.sgn b) * f64.min (f64.abs a) (f64.abs b)
  let (h, _) = loop (h, q) = (copy h, copy q) for _s < t do
    let fill (u: [n]f64) =
      let v = replicate (n + 4) 0
      let v = loop v for i < n do v with [i + 2] = u[i]
      let v = v with [0] = u[n - 2]
      let v = v with [1] = u[n - 1]
      let v = v with [n + 2] = u[0]
      in v with [n + 3] = u[1]
    let (a, b) = (fill h, fill q)
    let (f, g) = loop (f, g) = (replicate (n + 1) 0, replicate (n + 1) 0) for i < n + 1 do
      let l = i + 1
      let r = i + 2
      let hl = a[l] + 0.5 * sided (a[l] - a[l - 1]) (a[l + 1] - a[l])
      let ql = b[l] + 0.5 * sided (b[l] - b[l - 1]) (b[l + 1] - b[l])
      let hr = a[r] - 0.5 * sided (a[r] - a[r - 1]) (a[r + 1] - a[r])
      let qr = b[r] - 0.5 * sided (b[r] - b[r - 1]) (b[r + 1] - b[r])
      let (x, y) = rusanov (hl, ql) (hr, qr)
      in (f with [i] = x, g with [i] = y)
    in loop (h, q) for i < n do
      (h with [i] = h[i] - c * (f[i + 1] - f[i]), q with [i] = q[i] - c * (g[i + 1] - g[i]))
  in h
def loss [n] (h: [n]f64) (want: [n]f64) : f64 = f64.sum (map2 (\a b -> (a - b) ** 2) h want)
entry primal_rotate [n] (t: i64) (c: f64) (h: [n]f64) (q: [n]f64) (w: [n]f64) = loss (rotates t c h q) w
entry grad_rotate [n] (t: i64) (c: f64) (h: [n]f64) (q: [n]f64) (w: [n]f64) = vjp (\(h, q) -> loss (rotates t c h q) w) (h, q) 1
entry primal_tab [n] (t: i64) (c: f64) (h: [n]f64) (q: [n]f64) (w: [n]f64) = loss (tabs t c h q) w
entry grad_tab [n] (t: i64) (c: f64) (h: [n]f64) (q: [n]f64) (w: [n]f64) = vjp (\(h, q) -> loss (tabs t c h q) w) (h, q) 1
entry primal_loop [n] (t: i64) (c: f64) (h: [n]f64) (q: [n]f64) (w: [n]f64) = loss (loops t c h q) w
entry grad_loop [n] (t: i64) (c: f64) (h: [n]f64) (q: [n]f64) (w: [n]f64) = vjp (\(h, q) -> loss (loops t c h q) w) (h, q) 1
