-- Gravity between bodies: a functor over the scalar type, leapfrog steps, and what must stay the same stays.
-- ==
-- entry: drift
-- input { 50i32 } output { true true }
-- entry: single
-- input { 3i32 } output { true }
-- entry: where_to
-- input { 2i32 } output { [3.9998740537974995, 0.0299981661430355, -0.012594284378896651, 1.4997931916707308] }
module mk_nbody (R: real) = {
  type body = {pos: (R.t, R.t), vel: (R.t, R.t), mass: R.t}

  def zero = (R.i64 0, R.i64 0)
  def add (a: (R.t, R.t)) (b: (R.t, R.t)) = R.((a.0 + b.0, a.1 + b.1))
  def scale (k: R.t) ((x, y): (R.t, R.t)) = R.((k * x, k * y))
  def eps = R.(i64 1 / i64 100)

  def pull (a: body) (b: body) =
    let d = R.((b.pos.0 - a.pos.0, b.pos.1 - a.pos.1))
    let r2 = R.(d.0 * d.0 + d.1 * d.1 + eps)
    in scale R.(b.mass / (r2 * sqrt r2)) d

  def kick [n] (dt: R.t) (bs: [n]body): [n]body =
    let forces = map (\a -> reduce add zero (map (pull a) bs)) bs
    in map2 (\b f -> b with vel = add b.vel (scale dt f)) bs forces

  def move dt (b: body) = b with pos = add b.pos (scale dt b.vel)

  def step [n] (dt: R.t) (bs: [n]body): [n]body =
    let half = R.(dt / i64 2)
    in kick half (map (move dt) (kick half bs))

  def energy [n] (bs: [n]body): R.t =
    let kinetic (b: body) = R.(b.mass * (b.vel.0 * b.vel.0 + b.vel.1 * b.vel.1) / i64 2)
    let between i j =
      let (a, b) = (bs[i], bs[j])
      let (dx, dy) = R.((b.pos.0 - a.pos.0, b.pos.1 - a.pos.1))
      in if i < j then R.(neg (a.mass * b.mass / sqrt (dx * dx + dy * dy + eps))) else R.i64 0
    in R.(sum (map kinetic bs) + sum (flatten (tabulate_2d n n between)))

  def momentum [n] (bs: [n]body) = reduce add zero (map (\b -> scale b.mass b.vel) bs)
}

module nbody = mk_nbody f64
module nbody_single = mk_nbody f32

def start: [3]nbody.body =
  [{pos = (0, 0), vel = (0, 0), mass = 10},
   {pos = (4, 0), vel = (0, 1.5), mass = 1},
   {pos = (0, -6), vel = (1.2, 0), mass = 0.5}]

def run steps = iterate steps (nbody.step 0.01) (copy start)

entry drift (steps: i32) =
  let bs = run steps
  let (px, py) = nbody.momentum bs
  let (qx, qy) = nbody.momentum start
  in (f64.abs (nbody.energy bs - nbody.energy start) < 1e-3, f64.abs (px - qx) + f64.abs (py - qy) < 1e-12)

entry single (steps: i32) =
  let few = map (\(b: nbody.body) -> {pos = (f32.f64 b.pos.0, f32.f64 b.pos.1), vel = (f32.f64 b.vel.0, f32.f64 b.vel.1),
                                      mass = f32.f64 b.mass}) start
  let near (a: nbody.body) (b: nbody_single.body) = f64.abs (a.pos.1 - f64.f32 b.pos.1) < 1e-5
  in and (map2 near (run steps) (iterate steps (nbody_single.step 0.01) few))

entry where_to (steps: i32) = (run steps)[1] |> (\b -> [b.pos.0, b.pos.1, b.vel.0, b.vel.1])
