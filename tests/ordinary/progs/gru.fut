-- gated recurrent units over sequences of different lengths that lie behind each other; sum of the last states squared, gradient by the weights
def sigmoid (x: f64) = 1 / (1 + f64.exp (-x))
def dot [n] (a: [n]f64) (b: [n]f64) = f64.sum (map2 (*) a b)
def cell [d][e] (w: [3][d][e]f64) (u: [3][d][d]f64) (b: [3][d]f64) (h: [d]f64) (x: [e]f64) : [d]f64 =
  let inner k = map2 (\r b -> dot r x + b) w[k] b[k]
  let outer k = map (dot h) u[k]
  let z = map sigmoid (map2 (+) (inner 0) (outer 0))
  let r = map sigmoid (map2 (+) (inner 1) (outer 1))
  let n = map f64.tanh (map3 (\x r y -> x + r * y) (inner 2) r (outer 2))
  in map3 (\z n h -> (1 - z) * n + z * h) z n h
-- each sequence as often as it is long
def ragged [s][d][e][b] (w: [3][d][e]f64) (u: [3][d][d]f64) (c: [3][d]f64) (xs: [s][e]f64) (starts: [b]i64) (lens: [b]i64) : f64 =
  let one start len =
    let h = loop h = replicate d 0 for x in xs[start:start + len] do cell w u c h x
    in dot h h
  in f64.sum (map2 one starts lens)
-- all sequences as long as the longest, those that have ended keep their state
def masked [s][d][e][b] (w: [3][d][e]f64) (u: [3][d][d]f64) (c: [3][d]f64) (xs: [s][e]f64) (starts: [b]i64) (lens: [b]i64) : f64 =
  let h = loop h = replicate b (replicate d 0) for t < i64.maximum lens do
    map3 (\start len h -> if t < len then cell w u c h xs[start + t] else h) starts lens h
  in f64.sum (map (\h -> dot h h) h)
-- loops
def loops [s][d][e][b] (w: [3][d][e]f64) (u: [3][d][d]f64) (c: [3][d]f64) (xs: [s][e]f64) (starts: [b]i64) (lens: [b]i64) : f64 =
  loop l = 0 for q < b do
    let h = loop h = replicate d 0 for t in starts[q]..<starts[q] + lens[q] do
      let new = replicate d 0
      in loop new for i < d do
        let (a, p, n) = loop (a, p, n) = (c[0, i], c[1, i], c[2, i]) for j < e do
          (a + w[0, i, j] * xs[t, j], p + w[1, i, j] * xs[t, j], n + w[2, i, j] * xs[t, j])
        let (a, p, o) = loop (a, p, o) = (a, p, 0) for j < d do
          (a + u[0, i, j] * h[j], p + u[1, i, j] * h[j], o + u[2, i, j] * h[j])
        let z = sigmoid a
        in new with [i] = (1 - z) * f64.tanh (n + sigmoid p * o) + z * h[i]
    in loop l for i < d do l + h[i] * h[i]
entry primal_ragged [s][d][e][b] (w: [3][d][e]f64) (u: [3][d][d]f64) (c: [3][d]f64) (xs: [s][e]f64) (starts: [b]i64) (lens: [b]i64) = ragged w u c xs starts lens
entry grad_ragged [s][d][e][b] (w: [3][d][e]f64) (u: [3][d][d]f64) (c: [3][d]f64) (xs: [s][e]f64) (starts: [b]i64) (lens: [b]i64) = vjp (\(w, u, c) -> ragged w u c xs starts lens) (w, u, c) 1
entry primal_mask [s][d][e][b] (w: [3][d][e]f64) (u: [3][d][d]f64) (c: [3][d]f64) (xs: [s][e]f64) (starts: [b]i64) (lens: [b]i64) = masked w u c xs starts lens
entry grad_mask [s][d][e][b] (w: [3][d][e]f64) (u: [3][d][d]f64) (c: [3][d]f64) (xs: [s][e]f64) (starts: [b]i64) (lens: [b]i64) = vjp (\(w, u, c) -> masked w u c xs starts lens) (w, u, c) 1
entry primal_loop [s][d][e][b] (w: [3][d][e]f64) (u: [3][d][d]f64) (c: [3][d]f64) (xs: [s][e]f64) (starts: [b]i64) (lens: [b]i64) = loops w u c xs starts lens
entry grad_loop [s][d][e][b] (w: [3][d][e]f64) (u: [3][d][d]f64) (c: [3][d]f64) (xs: [s][e]f64) (starts: [b]i64) (lens: [b]i64) = vjp (\(w, u, c) -> loops w u c xs starts lens) (w, u, c) 1
