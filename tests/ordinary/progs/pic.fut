-- charges in a periodic box of g cells, particle in cell: charge spread to the two nearest nodes, field by summing it up, leapfrog; the field's energy over
-- t steps, gradient by the first positions and velocities and the charges
-- a histogram of parts to the left and to the right, the field by scan
def hists [p] (g: i64) (t: i64) (dt: f64) (q: [p]f64) (x: [p]f64) (v: [p]f64) : f64 =
  let width = f64.i64 g
  let step (x: [p]f64, v: [p]f64, l: f64) =
    let cell = map (\x -> i64.f64 (f64.floor x)) x
    let part = map2 (\x c -> x - f64.i64 c) x cell
    let rho = hist (+) 0 g (cell ++ map (\c -> (c + 1) % g) cell) (map2 (\q f -> q * (1 - f)) q part ++ map2 (*) q part)
    let mean = f64.sum rho / width
    let e = scan (+) 0 (map (\r -> r - mean) rho)
    let shift = f64.sum e / width
    let e = map (\e -> e - shift) e
    let force = map2 (\c f -> (1 - f) * e[c] + f * e[(c + 1) % g]) cell part
    let v = map2 (\v f -> v + dt * f) v force
    let x = map2 (\x v -> let y = x + dt * v in y - width * f64.floor (y / width)) x v
    in (x, v, l + f64.sum (map (\e -> e * e) e) / 2)
  in (loop s = (x, v, 0) for _i < t do step s).2
-- loops over particles and nodes
def loops [p] (g: i64) (t: i64) (dt: f64) (q: [p]f64) (x: [p]f64) (v: [p]f64) : f64 =
  let n = f64.i64 g
  let (_, _, l) = loop (x, v, l) = (copy x, copy v, 0) for _s < t do
    let rho = replicate g 0
    let rho = loop rho for i < p do
      let c = i64.f64 x[i]
      let f = x[i] - f64.i64 c
      let d = if c + 1 < g then c + 1 else 0
      let rho = rho with [c] = rho[c] + q[i] * (1 - f)
      in rho with [d] = rho[d] + q[i] * f
    let total = loop s = 0 for i < g do s + rho[i]
    let e = replicate g 0
    let (e, _, sum) = loop (e, run, sum) = (e, 0, 0) for i < g do
      let run = run + rho[i] - total / n
      in (e with [i] = run, run, sum + run)
    let (e, l) = loop (e, l) for i < g do
      let y = e[i] - sum / n
      in (e with [i] = y, l + 0.5 * y * y)
    let (x, v) = loop (x, v) for i < p do
      let c = i64.f64 x[i]
      let f = x[i] - f64.i64 c
      let d = if c + 1 < g then c + 1 else 0
      let u = v[i] + dt * (e[c] + f * (e[d] - e[c]))
      let y = x[i] + dt * u
      let y = if y < 0 then y + n else if y >= n then y - n else y
      in (x with [i] = y, v with [i] = u)
    in (x, v, l)
  in l
-- particles are records, each knows its cell and its place there; one histogram of pairs
type particle = { q: f64, cell: i64, at: f64, v: f64 }
def records [p] (g: i64) (t: i64) (dt: f64) (q: [p]f64) (x: [p]f64) (v: [p]f64) : f64 =
  let place q x v : particle =
    let c = f64.floor x
    in { q, cell = i64.f64 c % g, at = x - c, v }
  let field (ps: [p]particle) : [g]f64 =
    let both = reduce_by_index (replicate g (0, 0)) (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) (map (\(p: particle) -> p.cell) ps)
                               (map (\(p: particle) -> (p.q * (1 - p.at), p.q * p.at)) ps)
    let rho = tabulate g (\i -> both[i].0 + both[(i + g - 1) % g].1)
    let mean = reduce (+) 0 rho / f64.i64 g
    let e = scan (+) 0 rho |> map2 (\i s -> s - mean * f64.i64 (i + 1)) (iota g)
    let shift = reduce (+) 0 e / f64.i64 g
    in map (\e -> e - shift) e
  let push (e: [g]f64) (p: particle) : particle =
    let v = p.v + dt * ((1 - p.at) * e[p.cell] + p.at * e[(p.cell + 1) % g])
    in place p.q (f64.i64 p.cell + p.at + dt * v) v
  let (_, l) = loop (ps, l) = (map3 place q x v, 0) for _s < t do
    let e = field ps
    in (map (push e) ps, l + reduce (+) 0 (map (** 2) e) / 2)
  in l
entry primal_hist [p] (g: i64) (t: i64) (dt: f64) (q: [p]f64) (x: [p]f64) (v: [p]f64) = hists g t dt q x v
entry grad_hist [p] (g: i64) (t: i64) (dt: f64) (q: [p]f64) (x: [p]f64) (v: [p]f64) = vjp (\(q, x, v) -> hists g t dt q x v) (q, x, v) 1
entry primal_loop [p] (g: i64) (t: i64) (dt: f64) (q: [p]f64) (x: [p]f64) (v: [p]f64) = loops g t dt q x v
entry grad_loop [p] (g: i64) (t: i64) (dt: f64) (q: [p]f64) (x: [p]f64) (v: [p]f64) = vjp (\(q, x, v) -> loops g t dt q x v) (q, x, v) 1
entry primal_record [p] (g: i64) (t: i64) (dt: f64) (q: [p]f64) (x: [p]f64) (v: [p]f64) = records g t dt q x v
entry grad_record [p] (g: i64) (t: i64) (dt: f64) (q: [p]f64) (x: [p]f64) (v: [p]f64) = vjp (\(q, x, v) -> records g t dt q x v) (q, x, v) 1
