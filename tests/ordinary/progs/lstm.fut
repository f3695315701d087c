-- one LSTM layer over a batch of sequences, loss sum of last h squared; gates stacked in w, u, b
def sigmoid (x: f64) = 1 / (1 + f64.exp (-x))
def cell (i: f64) (f: f64) (o: f64) (g: f64) (c: f64) : (f64, f64) =
  let c = sigmoid f * c + sigmoid i * f64.tanh g
  in (sigmoid o * f64.tanh c, c)
def dot [n] (a: [n]f64) (b: [n]f64) = f64.sum (map2 (*) a b)
def one [t][d][e] (w: [4][d][d]f64) (u: [4][d][e]f64) (b: [4][d]f64) (xs: [t][e]f64) =
  let step (h: [d]f64, c: [d]f64) (x: [e]f64) =
    let gate k = map3 (\r v b -> dot r h + dot v x + b) w[k] u[k] b[k]
    in unzip (map5 cell (gate 0) (gate 1) (gate 2) (gate 3) c)
  let (h, _) = loop s = (replicate d 0, replicate d 0) for x in xs do step s x
  in dot h h
def soac [n][t][d][e] (w: [4][d][d]f64) (u: [4][d][e]f64) (b: [4][d]f64) (xs: [n][t][e]f64) = f64.sum (map (one w u b) xs)
def mm [n][m][k] (a: [n][k]f64) (b: [m][k]f64) = map (\r -> map (dot r) b) a
def batch [n][t][d][e] (w: [4][d][d]f64) (u: [4][d][e]f64) (b: [4][d]f64) (xs: [n][t][e]f64) =
  let zero = replicate n (replicate d 0)
  let (h, _) = loop (h, c) = (zero, zero) for s < t do
    let gate k = map2 (map3 (\b p q -> p + q + b) b[k]) (mm h w[k]) (mm xs[:, s] u[k])
    in unzip (map unzip (map5 (map5 cell) (gate 0) (gate 1) (gate 2) (gate 3) c))
  in f64.sum (map (\h -> dot h h) h)
entry primal_soac [n][t][d][e] (w: [4][d][d]f64) (u: [4][d][e]f64) (b: [4][d]f64) (xs: [n][t][e]f64) = soac w u b xs
entry grad_soac [n][t][d][e] (w: [4][d][d]f64) (u: [4][d][e]f64) (b: [4][d]f64) (xs: [n][t][e]f64) = vjp (\(w, u, b) -> soac w u b xs) (w, u, b) 1
entry primal_batch [n][t][d][e] (w: [4][d][d]f64) (u: [4][d][e]f64) (b: [4][d]f64) (xs: [n][t][e]f64) = batch w u b xs
entry grad_batch [n][t][d][e] (w: [4][d][d]f64) (u: [4][d][e]f64) (b: [4][d]f64) (xs: [n][t][e]f64) = vjp (\(w, u, b) -> batch w u b xs) (w, u, b) 1
