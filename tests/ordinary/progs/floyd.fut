-- lengths of shortest ways between all pairs (Floyd, Warshall); their sum with weights, gradient by the lengths of edges
def maps [n] (d: [n][n]f64) : [n][n]f64 =
  loop d for k < n do
    map (\r -> map2 (\x y -> f64.min x (r[k] + y)) r d[k]) d
def inplace [n] (d: [n][n]f64) : [n][n]f64 =
  loop d = copy d for k < n do
    loop d for i < n do
      loop d for j < n do
        let x = d[i, k] + d[k, j]
        in if x < d[i, j] then d with [i, j] = x else d
def chosen [n] (d: [n][n]f64) : [n][n]f64 =
  loop d for k < n do tabulate_2d n n (\i j -> let x = d[i, k] + d[k, j] in if x < d[i, j] then x else d[i, j])
entry primal_map [n] (d: [n][n]f64) (_y: [n][n]f64) = maps d
entry grad_map [n] (d: [n][n]f64) (y: [n][n]f64) = vjp maps d y
entry primal_loop [n] (d: [n][n]f64) (_y: [n][n]f64) = inplace d
entry grad_loop [n] (d: [n][n]f64) (y: [n][n]f64) = vjp inplace d y
entry primal_choice [n] (d: [n][n]f64) (_y: [n][n]f64) = chosen d
entry grad_choice [n] (d: [n][n]f64) (y: [n][n]f64) = vjp chosen d y
