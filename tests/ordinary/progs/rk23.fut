-- oscillators by van der Pol with Bogacki and Shampine's method and steps chosen by its estimate of the error; squared distance to wanted places at the
-- end, gradient by the damping and the starts, through the lengths of steps
-- records, a loop for each oscillator
type state = { x: f64, v: f64 }
def records [n] (tol: f64) (end: f64) (mu: [n]f64) (x: [n]f64) (v: [n]f64) : [n]f64 =
  let solve mu x v : f64 =
    let f (s: state) : state = { x = s.v, v = mu * (1 - s.x * s.x) * s.v - s.x }
    let axpy (h: f64) (k: state) (s: state) : state = { x = s.x + h * k.x, v = s.v + h * k.v }
    let start = { x = x, v = v }
    let (s, _, _, _) = loop (s, k1, t, h) = (start, f start, 0, 0.1) while end - t > 1e-9 do
      let h = f64.min h (end - t)
      let k2 = f (axpy (h / 2) k1 s)
      let k3 = f (axpy (0.75 * h) k2 s)
      let new = s |> axpy (2 * h / 9) k1 |> axpy (h / 3) k2 |> axpy (4 * h / 9) k3
      let k4 = f new
      let e = { x = 0, v = 0 } |> axpy (-5 * h / 72) k1 |> axpy (h / 12) k2 |> axpy (h / 9) k3 |> axpy (-h / 8) k4
      let err = f64.sqrt ((e.x * e.x + e.v * e.v) / 2) / tol
      let next = h * f64.max 0.2 (f64.min 5 (0.9 * err ** (-1 / 3)))
      in if err <= 1 then (new, k4, t + h, next) else (s, k1, t, next)
    in s.x
  in map3 solve mu x v
-- the method's table, stages as rows of an array
def tables [n] (tol: f64) (end: f64) (mu: [n]f64) (x: [n]f64) (v: [n]f64) : [n]f64 =
  let a : [4][4]f64 = [[0, 0, 0, 0], [1 / 2, 0, 0, 0], [0, 3 / 4, 0, 0], [2 / 9, 1 / 3, 4 / 9, 0]]
  let d : [4]f64 = [-5 / 72, 1 / 12, 1 / 9, -1 / 8]
  let solve mu x v =
    let f (s: [2]f64) : [2]f64 = [s[1], mu * (1 - s[0] ** 2) * s[1] - s[0]]
    let sum (h: f64) (w: [4]f64) (k: [4][2]f64) : [2]f64 = map (\c -> h * f64.sum (map2 (*) w c)) (transpose k)
    let (s, _, _) = loop (s, t, h) = ([x, v], 0, 0.1) while end - t > 1e-9 do
      let h = f64.min h (end - t)
      let (k, new) = loop (k, _) = (replicate 4 (replicate 2 0), s) for i < 4 do
        let u = map2 (+) s (sum h a[i] k)
        in (k with [i] = f u, u)
      let e = sum h d k
      let err = f64.sqrt (f64.sum (map (** 2) e) / 2) / tol
      let next = h * (0.9 * err ** (-1 / 3) |> f64.min 5 |> f64.max 0.2)
      in if err <= 1 then (new, t + h, next) else (s, t, next)
    in s[0]
  in map3 solve mu x v
-- all in step, those at the end stand still
def together [n] (tol: f64) (end: f64) (mu: [n]f64) (x: [n]f64) (v: [n]f64) : [n]f64 =
  let f x v = map3 (\m x v -> m * (1 - x * x) * v - x) mu x v
  let axpy h a k s = map3 (\h k s -> s + a * h * k) h k s
  let (x, _, _, _) = loop (x, v, t, h) = (x, v, replicate n 0, replicate n 0.1) while any (\t -> end - t > 1e-9) t do
    let h = map2 (\h t -> if end - t > 1e-9 then f64.min h (end - t) else 0.1) h t
    let (p1, q1) = (v, f x v)
    let (p2, q2) = let (x, v) = (axpy h (1 / 2) p1 x, axpy h (1 / 2) q1 v) in (v, f x v)
    let (p3, q3) = let (x, v) = (axpy h (3 / 4) p2 x, axpy h (3 / 4) q2 v) in (v, f x v)
    let final k1 k2 k3 s = map2 (+) s (map4 (\h a b c -> h * (2 * a + 3 * b + 4 * c) / 9) h k1 k2 k3)
    let (nx, nv) = (final p1 p2 p3 x, final q1 q2 q3 v)
    let (p4, q4) = (nv, f nx nv)
    let error a b c d = map5 (\h a b c d -> h * (b / 12 + c / 9 - 5 * a / 72 - d / 8)) h a b c d
    let err = map2 (\a b -> f64.sqrt ((a * a + b * b) / 2) / tol) (error p1 p2 p3 p4) (error q1 q2 q3 q4)
    let go = map (\t -> end - t > 1e-9) t
    let ok = map2 (\e g -> g && e <= 1) err go
    let pick = map3 (\ok new old -> if ok then new else old) ok
    let h' = map3 (\h e g -> if g then h * f64.max 0.2 (f64.min 5 (0.9 * e ** (-1 / 3))) else h) h err go
    in (pick nx x, pick nv v, pick (map2 (+) t h) t, h')
  in x
def loss [n] (x: [n]f64) (want: [n]f64) : f64 = f64.sum (map2 (\a b -> (a - b) ** 2) x want)
entry primal_record [n] (tol: f64) (end: f64) (y: [n]f64) (m: [n]f64) (x: [n]f64) (v: [n]f64) = loss (records tol end m x v) y
entry grad_record [n] (tol: f64) (end: f64) (y: [n]f64) (m: [n]f64) (x: [n]f64) (v: [n]f64) =
  vjp (\(m, x, v) -> loss (records tol end m x v) y) (m, x, v) 1
entry primal_table [n] (tol: f64) (end: f64) (y: [n]f64) (m: [n]f64) (x: [n]f64) (v: [n]f64) = loss (tables tol end m x v) y
entry grad_table [n] (tol: f64) (end: f64) (y: [n]f64) (m: [n]f64) (x: [n]f64) (v: [n]f64) =
  vjp (\(m, x, v) -> loss (tables tol end m x v) y) (m, x, v) 1
entry primal_together [n] (tol: f64) (end: f64) (y: [n]f64) (m: [n]f64) (x: [n]f64) (v: [n]f64) = loss (together tol end m x v) y
entry grad_together [n] (tol: f64) (end: f64) (y: [n]f64) (m: [n]f64) (x: [n]f64) (v: [n]f64) =
  vjp (\(m, x, v) -> loss (together tol end m x v) y) (m, x, v) 1
