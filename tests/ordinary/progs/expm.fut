-- exponentials of many small matrices by Taylor's series of A / 16, squared four times; gradient by the matrices
def mm [n][m][k] (a: [n][m]f64) (b: [m][k]f64) : [n][k]f64 = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
def eye (n: i64) : [n][n]f64 = tabulate_2d n n (\i j -> if i == j then 1 else 0)
-- Horner's scheme, matrix by matrix
def horner [n] (a: [n][n]f64) : [n][n]f64 =
  let a = map (map (/ 16)) a
  let e = loop e = eye n for q < 8 do
    map2 (map2 (+)) (eye n) (map (map (/ f64.i64 (8 - q))) (mm a e))
  in loop e for _q < 4 do mm e e
-- loops: the terms one after another
def mml [n] (a: [n][n]f64) (b: [n][n]f64) : *[n][n]f64 =
  loop c = replicate n (replicate n 0) for i < n do
    loop c for k < n do
      loop c for j < n do c with [i, j] = c[i, j] + a[i, k] * b[k, j]
def terms [n] (a: [n][n]f64) : [n][n]f64 =
  let (e, _) = loop (e, t) = (eye n, eye n) for q < 8 do
    let t = mml t a
    let t = loop t for i < n do
      loop t for j < n do t with [i, j] = t[i, j] / (16 * f64.i64 (q + 1))
    let e = loop e for i < n do
      loop e for j < n do e with [i, j] = e[i, j] + t[i, j]
    in (e, t)
  in loop e for _q < 4 do mml e e
-- all matrices in each step
def together [m][n] (a: [m][n][n]f64) : [m][n][n]f64 =
  let mms = map2 (\a b -> tabulate_2d n n (\i j -> f64.sum (map (\k -> a[i, k] * b[k, j]) (iota n))))
  let a = map (map (map (* 0.0625))) a
  let (e, _) = loop (e, t) = (replicate m (eye n), replicate m (eye n)) for q < 8 do
    let t = map (map (map (/ f64.i64 (q + 1)))) (mms t a)
    in (map2 (map2 (map2 (+))) e t, t)
  in loop e for _q < 4 do mms e e
entry primal_horner [m][n] (a: [m][n][n]f64) (_y: [m][n][n]f64) = map horner a
entry grad_horner [m][n] (a: [m][n][n]f64) (y: [m][n][n]f64) = vjp (map horner) a y
entry primal_loop [m][n] (a: [m][n][n]f64) (_y: [m][n][n]f64) = map terms a
entry grad_loop [m][n] (a: [m][n][n]f64) (y: [m][n][n]f64) = vjp (map terms) a y
entry primal_together [m][n] (a: [m][n][n]f64) (_y: [m][n][n]f64) = together a
entry grad_together [m][n] (a: [m][n][n]f64) (y: [m][n][n]f64) = vjp together a y
