-- neurons by Hodgkin and Huxley that drive each other through synapses, t steps of Euler; mean of the squared potentials over time, gradient by the
-- strengths of the synapses, the currents and the potentials at first
def rates (v: f64) =
  let an = 0.01 * (v + 55) / (1 - f64.exp (-(v + 55) / 10))
  let bn = 0.125 * f64.exp (-(v + 65) / 80)
  let am = 0.1 * (v + 40) / (1 - f64.exp (-(v + 40) / 10))
  let bm = 4 * f64.exp (-(v + 65) / 18)
  let ah = 0.07 * f64.exp (-(v + 65) / 20)
  let bh = 1 / (1 + f64.exp (-(v + 35) / 10))
  in ((an, bn), (am, bm), (ah, bh))
-- a neuron is a record
type neuron = { v: f64, n: f64, m: f64, h: f64, s: f64 }
def rest (v: f64) : neuron =
  let (n, m, h) = rates v
  let inf (a, b) = a / (a + b)
  in { v, n = inf n, m = inf m, h = inf h, s = 0 }
def move (dt: f64) (drive: f64) (i: f64) (x: neuron) : neuron =
  let (n, m, h) = rates x.v
  let go (a, b) y = y + dt * (a * (1 - y) - b * y)
  let current = 36 * x.n ** 4 * (x.v + 77) + 120 * x.m ** 3 * x.h * (x.v - 50) + 0.3 * (x.v + 54.4) + drive * x.v
  let opening = 1 / (1 + f64.exp (-x.v / 5))
  in { v = x.v + dt * (i - current), n = go n x.n, m = go m x.m, h = go h x.h, s = go (2 * opening, 0.2) x.s }
def records [k] (t: i64) (dt: f64) (w: [k][k]f64) (i: [k]f64) (v: [k]f64) : f64 =
  let (_, l) = loop (xs, l) = (map rest v, 0) for _s < t do
    let drive = map (\r -> f64.sum (map2 (\w (x: neuron) -> w * x.s) r xs)) w
    let xs = map3 (move dt) drive i xs
    in (xs, l + f64.sum (map (\(x: neuron) -> x.v ** 2) xs))
  in l / f64.i64 (t * k)
-- an array for each variable, the whole run of potentials kept
def arrays [k] (t: i64) (dt: f64) (w: [k][k]f64) (i: [k]f64) (v: [k]f64) : f64 =
  let first a = map (\v -> let (a, b) = a (rates v) in a / (a + b)) v
  let trace = replicate t (replicate k 0)
  let (_, _, _, _, _, trace) = loop (v, n, m, h, s, trace) = (v, first (.0), first (.1), first (.2), replicate k 0, trace) for j < t do
    let r = map rates v
    let gate a y = map2 (\r y -> let (a, b) = a r in (1 - dt * (a + b)) * y + dt * a) r y
    let drive = map (\row -> reduce (+) 0 (map2 (*) row s)) w
    let potassium = map2 (\n v -> 36 * (n * n * n * n) * (v + 77)) n v
    let sodium = map3 (\m h v -> 120 * (m * m * m) * h * (v - 50)) m h v
    let leak = map2 (\d v -> 0.3 * (v + 54.4) + d * v) drive v
    let s = map2 (\s v -> s + dt * (2 / (1 + f64.exp (-v / 5)) * (1 - s) - 0.2 * s)) s v
    let v' = map5 (\v i a b c -> v + dt * (i - a - b - c)) v i potassium sodium leak
    in (v', gate (.0) n, gate (.1) m, gate (.2) h, s, trace with [j] = v')
  in f64.sum (map (\v -> v * v) (flatten trace)) / f64.i64 (t * k)
-- rows of a table of states, changed in place
def tables [k] (t: i64) (dt: f64) (w: [k][k]f64) (i: [k]f64) (v: [k]f64) : f64 =
  let y = replicate k (replicate 5 0)
  let y = loop y for j < k do
    let ((an, bn), (am, bm), (ah, bh)) = rates v[j]
    in y with [j] = [v[j], an / (an + bn), am / (am + bm), ah / (ah + bh), 0]
  let (_, l) = loop (y, l) = (y, 0) for _s < t do
    let drive = replicate k 0
    let drive = loop drive for a < k do
      loop drive for b < k do drive with [a] = drive[a] + w[a, b] * y[b, 4]
    in loop (y, l) for j < k do
      let v = y[j, 0]
      let ((an, bn), (am, bm), (ah, bh)) = rates v
      let (n, m, h, s) = (y[j, 1], y[j, 2], y[j, 3], y[j, 4])
      let n2 = n * n
      let c = 36 * n2 * n2 * (v + 77) + 120 * m * m * m * h * (v - 50) + 0.3 * (v + 54.4) + drive[j] * v
      let y = y with [j, 0] = v + dt * (i[j] - c)
      let y = y with [j, 1] = n + dt * (an * (1 - n) - bn * n)
      let y = y with [j, 2] = m + dt * (am * (1 - m) - bm * m)
      let y = y with [j, 3] = h + dt * (ah * (1 - h) - bh * h)
      let y = y with [j, 4] = s + dt * (2 * (1 - s) / (1 + f64.exp (-v / 5)) - 0.2 * s)
      in (y, l + y[j, 0] ** 2)
  in l / f64.i64 (t * k)
entry primal_record [k] (t: i64) (dt: f64) (w: [k][k]f64) (i: [k]f64) (v: [k]f64) = records t dt w i v
entry grad_record [k] (t: i64) (dt: f64) (w: [k][k]f64) (i: [k]f64) (v: [k]f64) = vjp (\(w, i, v) -> records t dt w i v) (w, i, v) 1
entry primal_array [k] (t: i64) (dt: f64) (w: [k][k]f64) (i: [k]f64) (v: [k]f64) = arrays t dt w i v
entry grad_array [k] (t: i64) (dt: f64) (w: [k][k]f64) (i: [k]f64) (v: [k]f64) = vjp (\(w, i, v) -> arrays t dt w i v) (w, i, v) 1
entry primal_table [k] (t: i64) (dt: f64) (w: [k][k]f64) (i: [k]f64) (v: [k]f64) = tables t dt w i v
entry grad_table [k] (t: i64) (dt: f64) (w: [k][k]f64) (i: [k]f64) (v: [k]f64) = vjp (\(w, i, v) -> tables t dt w i v) (w, i, v) 1
