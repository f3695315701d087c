-- Derivatives in learning: a recurrent cell over a sequence, a mixture of Gaussians, logistic regression; forward
-- against reverse against differences.
-- ==
-- entry: recurrent
-- input { [[0.5, -0.3], [0.1, 0.9], [-0.7, 0.2]] } output { true true }
-- entry: mixture
-- input { [1.0, 1.2, 4.8, 5.1, 5.3] } output { true true }
-- entry: logistic
-- input { [[0.0, 1.0], [1.0, 2.0], [3.0, 0.5], [4.0, 1.5]] [0.0, 0.0, 1.0, 1.0] } output { [0.0, 0.0, 1.0, 1.0] true }
type gate [h] [d] = {w: [h][d]f64, u: [h][h]f64, b: [h]f64}
type cell [h] [d] = {forget: gate [h] [d], input: gate [h] [d], output: gate [h] [d], cand: gate [h] [d]}

def sigmoid (x: f64) = 1 / (1 + f64.exp (-x))
def dot xs ys = f64.sum (map2 (*) xs ys)

def linear [h] [d] (g: gate [h] [d]) (x: [d]f64) (s: [h]f64) =
  map3 (\w u b -> dot w x + dot u s + b) g.w g.u g.b

def step [h] [d] (c: cell [h] [d]) (s: [h]f64, m: [h]f64) (x: [d]f64): ([h]f64, [h]f64) =
  let f = map sigmoid (linear c.forget x s)
  let i = map sigmoid (linear c.input x s)
  let o = map sigmoid (linear c.output x s)
  let m = map4 (\f i m c -> f * m + i * f64.tanh c) f i m (linear c.cand x s)
  in (map2 (\o m -> o * f64.tanh m) o m, m)

def loss [h] [d] [t] (xs: [t][d]f64) (c: cell [h] [d]): f64 =
  let (s, _) = loop state = (replicate h 0, replicate h 0) for x in xs do step c state x
  in dot s s

def start (k: f64): gate [2] [2] =
  {w = tabulate_2d 2 2 (\i j -> k / f64.i64 (i + 2 * j + 1)), u = tabulate_2d 2 2 (\i j -> f64.i64 (i - j) * k), b = [k, -k]}

entry recurrent (xs: [][2]f64) =
  let c: cell [2] [2] = {forget = start 0.3, input = start (-0.5), output = start 0.8, cand = start 0.1}
  let g = vjp (loss xs) c 1
  let direction = c with cand.b = [1, 0]
  let zero = {w = replicate 2 (replicate 2 0), u = replicate 2 (replicate 2 0), b = replicate 2 0}
  let seed = {forget = zero, input = zero, output = zero, cand = direction.cand with w = zero.w with u = zero.u}
  let forward = jvp (loss xs) c seed
  let moved e = c with cand.b = [c.cand.b[0] + e, c.cand.b[1]]
  let difference = (loss xs (moved 1e-6) - loss xs (moved (-1e-6))) / 2e-6
  in (f64.abs (forward - g.cand.b[0]) < 1e-12, f64.abs (forward - difference) < 1e-8)

type mix [k] = {means: [k]f64, logdev: [k]f64, logits: [k]f64}

def log_sum_exp [k] (xs: [k]f64) =
  let m = f64.maximum xs
  in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) xs))

def likelihood [n] [k] (xs: [n]f64) (p: mix [k]): f64 =
  let norm = log_sum_exp p.logits
  let of_point x = log_sum_exp (map3 (\m l w -> w - norm - l - 0.5 * ((x - m) / f64.exp l) ** 2) p.means p.logdev p.logits)
  in f64.sum (map of_point xs)

entry mixture (xs: []f64) =
  let p: mix [2] =
    loop p = {means = [0, 6], logdev = [0.5, 0.5], logits = [0, 0]} for _i < 500i32 do
      let g = vjp (likelihood xs) p 1
      let up a b = map2 (\x d -> x + 0.01 * d) a b
      in {means = up p.means g.means, logdev = p.logdev, logits = up p.logits g.logits}
  let g = vjp (likelihood xs) p 1
  let moved e = likelihood xs (p with logdev = [p.logdev[0] + e, p.logdev[1]])
  let difference = (moved 1e-5 - moved (-1e-5)) / 2e-5
  in (f64.abs (p.means[0] - 1.1) < 0.4 && f64.abs (p.means[1] - 5.067) < 0.4, f64.abs (g.logdev[0] - difference) < 1e-6)

entry logistic [n] [d] (xs: [n][d]f64) (ys: [n]f64) =
  let predict (w: [d]f64, b: f64) x = sigmoid (dot w x + b)
  let cost wb = f64.sum (map2 (\x y -> let p = predict wb x in -(y * f64.log p + (1 - y) * f64.log (1 - p))) xs ys)
  let wb = loop (w, b) = (replicate d 0, 0) for _i < 400i32 do
    let (dw, db) = vjp cost (w, b) 1
    in (map2 (\w g -> w - 0.1 * g) w dw, b - 0.1 * db)
  let by_hand = map (\j -> f64.sum (map2 (\x y -> (predict wb x - y) * x[j]) xs ys)) (iota d)
  in (map (\x -> f64.round (predict wb x)) xs, and (map2 (\a b -> f64.abs (a - b) < 1e-9) by_hand (vjp cost wb 1).0))
