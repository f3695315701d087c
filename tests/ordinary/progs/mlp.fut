-- two layers, softmax, cross entropy over a batch; gradient by the weights
type layer [i] [o] = { w: [o][i]f64, b: [o]f64 }
def dense [i][o] (l: layer [i] [o]) (x: [i]f64) : [o]f64 = map2 (\r b -> f64.sum (map2 (*) r x) + b) l.w l.b
def entropy [c] (y: [c]f64) (t: i64) = let m = f64.maximum y in m + f64.log (f64.sum (map (\v -> f64.exp (v - m)) y)) - y[t]
def soac [n][d][h][c] (p: (layer [d] [h], layer [h] [c])) (xs: [n][d]f64) (ts: [n]i64) =
  f64.sum (map2 (\x t -> entropy (dense p.1 (map f64.tanh (dense p.0 x))) t) xs ts) / f64.i64 n
-- by matrices
def mm [n][m][k] (a: [n][k]f64) (b: [m][k]f64) = map (\r -> map (\c -> f64.sum (map2 (*) r c)) b) a
def batch [n][d][h][c] (p: (layer [d] [h], layer [h] [c])) (xs: [n][d]f64) (ts: [n]i64) =
  let h = map (map f64.tanh) (map (map2 (+) p.0.b) (mm xs p.0.w))
  let y = map (map2 (+) p.1.b) (mm h p.1.w)
  in f64.sum (map2 entropy y ts) / f64.i64 n
entry primal_soac [n][d][h][c] (w: [h][d]f64) (b: [h]f64) (v: [c][h]f64) (e: [c]f64) (xs: [n][d]f64) (ts: [n]i64) = soac ({ w, b }, { w = v, b = e }) xs ts
entry grad_soac [n][d][h][c] (w: [h][d]f64) (b: [h]f64) (v: [c][h]f64) (e: [c]f64) (xs: [n][d]f64) (ts: [n]i64) =
  vjp (\(w, b, v, e) -> soac ({ w, b }, { w = v, b = e }) xs ts) (w, b, v, e) 1
entry primal_batch [n][d][h][c] (w: [h][d]f64) (b: [h]f64) (v: [c][h]f64) (e: [c]f64) (xs: [n][d]f64) (ts: [n]i64) = batch ({ w, b }, { w = v, b = e }) xs ts
entry grad_batch [n][d][h][c] (w: [h][d]f64) (b: [h]f64) (v: [c][h]f64) (e: [c]f64) (xs: [n][d]f64) (ts: [n]i64) =
  vjp (\(w, b, v, e) -> batch ({ w, b }, { w = v, b = e }) xs ts) (w, b, v, e) 1
