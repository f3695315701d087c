-- A ray marcher: loops that end after different numbers of steps, normals by reverse mode in each pixel, the picture's gradient by the scene.
-- ==
-- entry: lit
-- input { 9i64 } output { true }
-- input { 37i64 } output { true }
-- entry: gradient
-- input { 3i64 } output { true }
-- input { 18i64 } output { true }
type vec = (f64, f64, f64)
def norm (x, y, z): f64 = f64.sqrt (x * x + y * y + z * z)

-- | The distance to balls that melt into each other.
def distance [n] (balls: [n]vec) (x, y, z): f64 =
  -f64.log (f64.sum (map (\(a, b, c) -> f64.exp (-12 * (norm (x - a, y - b, z - c) - 0.4))) balls)) / 12

def shade [n] (balls: [n]vec) (px: f64) (py: f64): f64 =
  let l = norm (px, py, 1.5)
  let at t: vec = (t * px / l, t * py / l, t * 1.5 / l - 3)
  let (t, d, _) = loop (t, d, i) = (0, 1, 0i32) while i < 40 && d > 1e-3 && t < 6 do
    let d = distance balls (at t)
    in (t + d, d, i + 1)
  in if d > 1e-2 then 0 else
     let (x, y, z) = vjp (distance balls) (at t) 1
     in f64.max 0 ((x + y - z) / (norm (x, y, z) * 1.7320508))

def balls (ps: [9]f64): [3]vec = tabulate 3 (\i -> (ps[3 * i], ps[3 * i + 1], ps[3 * i + 2]))
def picture (n: i64) (ps: [9]f64): [n][n]f64 =
  let to i = 2 * f64.i64 i / f64.i64 n - 1
  in tabulate_2d n n (\i j -> shade (balls ps) (to j) (-(to i)))
def scene: [9]f64 = [0.3, 0.2, 0, -0.4, 0.1, 0.2, 0.1, -0.5, -0.3]

-- | Light is between 0 and 1, and there is some in the middle.
entry lit (n: i64): bool =
  let p = picture n scene
  in all (\x -> 0 <= x && x <= 1) (flatten p) && f64.sum (flatten p) > 0.3 && p[0, 0] == 0

entry gradient (n: i64): bool =
  let f ps = f64.sum (flatten (picture n ps))
  let d = tabulate 9 (\i -> f64.i64 (i % 4) - 1.3)
  let (forward, backward) = (jvp f scene d, f64.sum (map2 (*) d (vjp f scene 1)))
  in f64.abs (forward - backward) <= 1e-8 * (1 + f64.abs forward)
