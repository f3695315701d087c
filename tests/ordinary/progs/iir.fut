-- filter of second order, m channels of n samples: y[i] = b0 x[i] + b1 x[i-1] + b2 x[i-2] - a1 y[i-1] - a2 y[i-2]; gradient by coefficients and samples
type taps = { b0: f64, b1: f64, b2: f64, a1: f64, a2: f64 }
def taps (c: [5]f64) : taps = { b0 = c[0], b1 = c[1], b2 = c[2], a1 = c[3], a2 = c[4] }
def carried [n] (c: [5]f64) (x: [n]f64) : [n]f64 =
  let k = taps c
  in (loop (y, x1, x2, y1, y2) = (replicate n 0, 0, 0, 0, 0) for i < n do
        let v = k.b0 * x[i] + k.b1 * x1 + k.b2 * x2 - k.a1 * y1 - k.a2 * y2
        in (y with [i] = v, x[i], x1, v, y1)).0
def indexed [n] (c: [5]f64) (x: [n]f64) : [n]f64 =
  let y = replicate n 0
  let y = loop y for i < n do
    let old v j = if j >= 0 then v[j] else 0
    in y with [i] = c[0] * x[i] + c[1] * old x (i - 1) + c[2] * old x (i - 2) - c[3] * old y (i - 1) - c[4] * old y (i - 2)
  in y
-- time outermost, the channels in a map
def steps [m][n] (c: [5]f64) (x: [m][n]f64) : [m][n]f64 =
  let zero = replicate m 0
  let (y, _, _, _, _) = loop (y, x1, x2, y1, y2) = (replicate n (replicate m 0), zero, zero, zero, zero) for i < n do
    let v = map5 (\x0 x1 x2 y1 y2 -> c[0] * x0 + c[1] * x1 + c[2] * x2 - c[3] * y1 - c[4] * y2) x[:, i] x1 x2 y1 y2
    in (y with [i] = v, copy x[:, i], x1, v, y1)
  in transpose y
entry primal_carry [m][n] (c: [5]f64) (x: [m][n]f64) (_w: [m][n]f64) = map (carried c) x
entry grad_carry [m][n] (c: [5]f64) (x: [m][n]f64) (w: [m][n]f64) = vjp (\(c, x) -> map (carried c) x) (c, x) w
entry primal_index [m][n] (c: [5]f64) (x: [m][n]f64) (_w: [m][n]f64) = map (indexed c) x
entry grad_index [m][n] (c: [5]f64) (x: [m][n]f64) (w: [m][n]f64) = vjp (\(c, x) -> map (indexed c) x) (c, x) w
entry primal_step [m][n] (c: [5]f64) (x: [m][n]f64) (_w: [m][n]f64) = steps c x
entry grad_step [m][n] (c: [5]f64) (x: [m][n]f64) (w: [m][n]f64) = vjp (\(c, x) -> steps c x) (c, x) w
