-- points inside of the unit ball: their distances along the list; points as rows and as tuples
def rows [n] (ps: [n][3]f64) : f64 =
  let q = filter (\p -> p[0] * p[0] + p[1] * p[1] + p[2] * p[2] < 1) ps
  let k = length q
  in f64.sum (tabulate (k - 1) (\i -> f64.sum (map2 (\a b -> (a - b) * (a - b)) q[i] q[i + 1])))
def tuples [n] (ps: [n][3]f64) : f64 =
  let q = filter (\(x, y, z) -> x * x + y * y + z * z < 1) (map (\p -> (p[0], p[1], p[2])) ps)
  let k = length q
  in f64.sum (tabulate (k - 1) (\i -> let (a, b, c) = q[i] let (d, e, f) = q[i + 1] in (a - d) * (a - d) + (b - e) * (b - e) + (c - f) * (c - f)))
def seq [n] (ps: [n][3]f64) : f64 =
  let (q, k) = loop (q, k) = (replicate n [0, 0, 0], 0i64) for p in ps do
    if p[0] * p[0] + p[1] * p[1] + p[2] * p[2] < 1 then (q with [k] = p, k + 1) else (q, k)
  in f64.sum (tabulate (k - 1) (\i -> f64.sum (map2 (\a b -> (a - b) * (a - b)) q[i] q[i + 1])))
entry primal_rows [n] (ps: [n][3]f64) = rows ps
entry grad_rows [n] (ps: [n][3]f64) = vjp rows ps 1
entry primal_tuples [n] (ps: [n][3]f64) = tuples ps
entry grad_tuples [n] (ps: [n][3]f64) = vjp tuples ps 1
entry primal_seq [n] (ps: [n][3]f64) = seq ps
entry grad_seq [n] (ps: [n][3]f64) = vjp seq ps 1
