-- Models from statistics, finance and physics: gradients against forward mode, differences, and closed forms.
-- ==
-- entry: field
-- input { 6i64 } output { true true true true }
-- entry: process
-- input { 0.8 1.1 0.3 } output { true true true }
-- entry: filtering
-- input { 0.8 0.3 0.2 } output { true }
-- entry: greeks
-- input { 100.0 105.0 0.03 0.25 0.7 } output { true true true true }
-- entry: collocation
-- input { 100i64 } output { true true }
-- entry: bodies
-- input { [1.0, 2.0, 0.5, 1.5] } output { true true true }
-- entry: springs
-- input { 30i64 } output { true true }
-- entry: recurrent
-- input { 4i64 } output { true }
import "gaps"

def grad f x = vjp f x 1f64
def eye (n: i64): [n][n]f64 = map (unit n) (iota n)
def flat [n] [m] (a: [n][m]f64) = flatten a

-- A linear chain: its partition function in the log semiring by scan, reduce, and loop. The gradient is the marginals,
-- so that each row sums to one; in the tropical semiring it is the best path.
def lse [n] (x: [n]f64) = let m = f64.maximum x in m + f64.log (f64.sum (map (\y -> f64.exp (y - m)) x))

entry field (n: i64) =
  let k = 3i64
  let matrices (e: [n][k]f64) (t: [k][k]f64) = map (\r -> map (map2 (+) r) t) e
  let product (plus: (k: i64) -> [k]f64 -> f64) (a: [k][k]f64) (b: [k][k]f64) = map (\r -> map (\c -> plus k (map2 (+) r c)) (transpose b)) a
  let one = map (map (\x -> if x == 1 then 0 else -1e10)) (eye k)
  let total = map (\(r: [k]f64) -> lse r) >-> lse
  let soft (k: i64) (x: [k]f64) = lse x
  let hard (k: i64) (x: [k]f64) = f64.maximum x
  let scanned (e, t) = total (last (scan (product soft) one (matrices e t)))
  let reduced (e, t) = total (reduce (product soft) one (matrices e t))
  let looped (e: [n][k]f64, t: [k][k]f64) = lse (loop a = replicate k 0 for r in e do map2 (\c x -> lse (map2 (+) a c) + x) (transpose t) r)
  let best e t = f64.maximum (map f64.maximum (reduce (product hard) one (matrices e t)))
  let at = (unflatten (noise (n * k) 3), unflatten (noise (k * k) 4))
  let (se, st) = grad scanned at
  let (re, rt) = grad reduced at
  let (le, lt) = grad looped at
  let path = vjp (\e -> best e at.1) at.0 1
  in ( near 1e-12 (apart (flat se ++ flat st) (flat le ++ flat lt))
     , near 1e-12 (apart (flat re ++ flat rt) (flat le ++ flat lt))
     , near 1e-12 (apart (map f64.sum se) (replicate n 1))
     , all (\r -> f64.sum r == 1 && f64.maximum r == 1) path)

-- The likelihood of a Gaussian process by a factorisation in place, parameters in a record; also its Hessian.
def cholesky [n] (A: [n][n]f64): *[n][n]f64 =
  loop L = replicate n (replicate n 0) for j < n do
    loop L for i in j...n - 1 do
      let s = loop s = A[i, j] for k < j do s - L[i, k] * L[j, k]
      in L with [i, j] = if i == j then f64.sqrt s else s / L[j, j]

type kernel = {length: f64, scale: f64, noise: f64}

def likelihood [n] (x: [n]f64) (y: [n]f64) (h: kernel) =
  let L = cholesky (tabulate_2d n n \i j -> h.scale ** 2 * f64.exp (-((x[i] - x[j]) ** 2) / (2 * h.length ** 2)) + (if i == j then h.noise ** 2 else 0))
  let z = loop z = replicate n 0 for i < n do z with [i] = (loop s = y[i] for k < i do s - L[i, k] * z[k]) / L[i, i]
  in 0.5 * f64.sum (map (** 2) z) + f64.sum (map (\i -> f64.log L[i, i]) (iota n))

entry process (length: f64) (scale: f64) (noise: f64) =
  let x = map (\i -> 0.37 * f64.i64 i) (iota 8)
  let f (v: [3]f64) = likelihood x (map f64.sin x) {length = v[0], scale = v[1], noise = v[2]}
  let at = [length, scale, noise]
  let h = map (\d -> jvp (grad f) at d) (eye 3)
  in (agree (\v -> [f v]) at, near 1e-11 (apart (flat h) (flat (transpose h))), near 1e-11 (apart (flat h) (flat (map (\d -> vjp (grad f) at d) (eye 3)))))

-- Kalman's filter with a matrix as a tuple, in pieces between checkpoints.
entry filtering (q: f64) (r: f64) (dt: f64) =
  let ys = map (+ 0.1) (noise 37 6)
  let mul (a, b, c, d) (e, f, g, h) : (f64, f64, f64, f64) = (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)
  let f (v: [3]f64) =
    let (q, r, dt) = (v[0], v[1], v[2])
    let (_, _, l) =
      #[stripmine(2)]
      loop ((x, v), P, l) = ((0, 0), (1, 0, 0, 1), 0) for y in ys do
        let p = x + dt * v
        let (a, b, c, d) = mul (mul (1, dt, 0, 1) P) (1, 0, dt, 1)
        let (a, b, c, d) = (a + q * dt ** 3 / 3, b + q * dt ** 2 / 2, c + q * dt ** 2 / 2, d + q * dt)
        let (s, e) = (a + r, y - p)
        in ((p + a / s * e, v + c / s * e), (a - a / s * a, b - a / s * b, c - c / s * a, d - c / s * b), l - 0.5 * (f64.log s + e * e / s))
    in [l]
  in agree f [q, r, dt]

-- The Greeks of Black and Scholes up to the third order.
entry greeks (s: f64) (k: f64) (r: f64) (v: f64) (t: f64) =
  let cdf x = 0.5 * f64.erfc (-x / f64.sqrt 2)
  let d1 s v = (f64.log (s / k) + (r + v * v / 2) * t) / (v * f64.sqrt t)
  let price s v = s * cdf (d1 s v) - k * f64.exp (-r * t) * cdf (d1 s v - v * f64.sqrt t)
  let by f x = jvp f x 1
  let f s = price s v
  let density = f64.exp (-0.5 * d1 s v ** 2) / f64.sqrt (2 * f64.pi)
  let gamma = density / (s * v * f64.sqrt t)
  let speed = -gamma / s * (d1 s v / (v * f64.sqrt t) + 1)
  let vanna = -density * (d1 s v - v * f64.sqrt t) / v
  let exact a b = near 1e-10 (apart a [b])
  in ( exact [grad f s] (cdf (d1 s v))
     , exact [by (grad f) s] gamma && exact [grad (by f) s] gamma
     , exact [by (by (grad f)) s] speed && exact [grad (grad (grad f)) s] speed
     , exact [by (\v -> grad (\s -> price s v) s) v] vanna)

-- A network that solves u'' = -pi^2 sin (pi x): the loss has second derivatives in it.
entry collocation (steps: i64) =
  let h = 6i64
  let u (w: [3 * h]f64) (x: f64) =
    let p: [3][h]f64 = unflatten w
    in f64.sum (map3 (\a b c -> c * f64.tanh (a * x + b)) p[0] p[1] p[2])
  let loss w =
    let xs = map (\i -> f64.i64 i / 10) (iota 11)
    let gap x = jvp (\x -> jvp (u w) x 1) x 1 + f64.pi ** 2 * f64.sin (f64.pi * x)
    in f64.sum (map (gap >-> (** 2)) xs) / 11 + 10 * (u w 0 ** 2 + u w 1 ** 2)
  let start = noise (3 * h) 8
  let (w, _, _) = loop (w, m, v) = (start, replicate (3 * h) 0, replicate (3 * h) 0) for i < steps do
    let g = grad loss w
    let m = map2 (\m g -> 0.9 * m + 0.1 * g) m g
    let v = map2 (\v g -> 0.999 * v + 0.001 * g * g) v g
    let part b = 1 - b ** f64.i64 (i + 1)
    in (map3 (\w m v -> w - 0.02 * (m / part 0.9) / (f64.sqrt (v / part 0.999) + 1e-8)) w m v, m, v)
  in (agree (\w -> [loss w]) start, loss w < loss start / 5)

-- Forces are gradients of a potential, and its energy after many steps is differentiated by the masses; vectors are an
-- abstract type, once a pair and once an array.
module type space = {
  type v
  val mk: f64 -> f64 -> v
  val add: v -> v -> v
  val scale: f64 -> v -> v
  val dot: v -> v -> f64
}

module pairs: space = {
  type v = (f64, f64)
  def mk (x: f64) (y: f64) = (x, y)
  def add (a: v) (b: v) = (a.0 + b.0, a.1 + b.1)
  def scale (k: f64) (a: v) = (k * a.0, k * a.1)
  def dot (a: v) (b: v) = a.0 * b.0 + a.1 * b.1
}

module arrays: space = {
  type v = [2]f64
  def mk (x: f64) (y: f64) = [x, y]
  def add (a: v) (b: v) = map2 (+) a b
  def scale (k: f64) (a: v) = map (* k) a
  def dot (a: v) (b: v) = f64.sum (map2 (*) a b)
}

module gravity (V: space) = {
  def potential [n] (ms: [n]f64) (ps: [n]V.v) =
    let pair m p m' p' = let d = V.add p (V.scale (-1) p') in -m * m' / f64.sqrt (V.dot d d + 0.01)
    in f64.sum (map2 (\m p -> f64.sum (map2 (pair m p) ms ps)) ms ps) / 2

  def energy [n] (steps: i64) (ms: [n]f64) =
    let ps = map (\i -> V.mk (f64.cos (f64.i64 i)) (f64.sin (f64.i64 (2 * i)))) (iota n)
    let (ps, vs) = loop (ps, vs) = (ps, map (V.scale 0) ps) for _i < steps do
      let vs = map3 (\v m f -> V.add v (V.scale (-0.01 / m) f)) vs ms (vjp (potential ms) ps 1)
      in (map2 (\p v -> V.add p (V.scale 0.01 v)) ps vs, vs)
    in [potential ms ps + f64.sum (map2 (\m v -> m * V.dot v v / 2) ms vs)]
}

module pair_gravity = gravity pairs
module array_gravity = gravity arrays

entry bodies [n] (ms: [n]f64) =
  let (f, g) = (pair_gravity.energy 20, array_gravity.energy 20)
  in (agree f ms, agree g ms, near 1e-11 (apart (vjp f ms [1]) (vjp g ms [1])))

-- Masses on springs: forces of edges are added up by reduce_by_index over pairs.
entry springs (steps: i64) =
  let n = 5i64
  let edges = [(0i64, 1i64), (1, 2), (2, 3), (3, 4), (0, 2), (1, 3), (2, 4)]
  let add (a, b) (c, d): (f64, f64) = (a + c, b + d)
  let height (rest: [7]f64) =
    let (x, _) = loop (x, v) = (tabulate n \i -> (f64.i64 i, 0), replicate n (0, 0)) for _i < steps do
      let pull (a, b) l =
        let (dx, dy) = (x[b].0 - x[a].0, x[b].1 - x[a].1)
        let d = f64.sqrt (dx * dx + dy * dy)
        in (200 * (d - l) * dx / d, 200 * (d - l) * dy / d)
      let fs = map2 pull edges rest
      let f = reduce_by_index (replicate n (0, 0)) add (0, 0) (map (.0) edges ++ map (.1) edges) (fs ++ map (\(a, b) -> (-a, -b)) fs)
      let v = map3 (\i v f -> if i == 0 then (0, 0) else (0.99 * v.0 + 0.01 * f.0, 0.99 * v.1 + 0.01 * (f.1 - 9.81))) (iota n) v f
      in (map2 (\x v -> (x.0 + 0.01 * v.0, x.1 + 0.01 * v.1)) x v, v)
    in [x[n - 1].1]
  let rest = map (\(a, b) -> 0.9 * f64.i64 (b - a)) edges
  in (agree height rest, near 1e-12 (apart (map head (jmp height rest (eye 7))) (vjp height rest [1])))

-- A gated unit over sequences of different lengths: a while loop in a map, weights in a record.
entry recurrent (t: i64) =
  let (d, h) = (2i64, 3i64)
  let step (w: {z: [h][d + h]f64, r: [h][d + h]f64, c: [h][d + h]f64}) (s: [h]f64) (x: [d]f64) =
    let times a v = map (dot v) a
    let sigmoid x = 1 / (1 + f64.exp (-x))
    let z = map sigmoid (times w.z (x ++ s))
    let r = map sigmoid (times w.r (x ++ s))
    let c = map f64.tanh (times w.c (x ++ map2 (*) r s))
    in map3 (\z c s -> (1 - z) * s + z * c) z c s
  let xs = unflatten_3d (noise (4 * t * d) 9)
  let run w x l = (loop (s, i) = (replicate h 0, 0) while i < l do (step w s x[i], i + 1)).0
  let f (w: [3 * h * (d + h)]f64) =
    let p: [3][h][d + h]f64 = unflatten_3d w
    in map f64.sum (map2 (run {z = p[0], r = p[1], c = p[2]}) xs [t, 1, 0, t - 1])
  in agree f (noise (3 * h * (d + h)) 10)
