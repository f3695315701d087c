-- log of the absolute determinant by LU with partial pivoting; gradient by the matrix
def value [n] (a: [n][n]f64) : f64 = f64.sum (map (\i -> f64.log (f64.abs a[i, i])) (iota n))
-- loops, rows exchanged element by element
def loops [n] (a: [n][n]f64) : f64 =
  let a = loop a = copy a for k < n do
    let (p, _) = loop (p, top) = (k, f64.abs a[k, k]) for i in k + 1..<n do
      if f64.abs a[i, k] > top then (i, f64.abs a[i, k]) else (p, top)
    let a = if p == k then a else loop a for j < n do
      let (x, y) = (a[k, j], a[p, j])
      let a = a with [k, j] = y
      in a with [p, j] = x
    in loop a for i in k + 1..<n do
      let f = a[i, k] / a[k, k]
      in loop a for j in k + 1..<n do a with [i, j] = a[i, j] - f * a[k, j]
  in value a
def argmax [n] (xs: [n]f64) : i64 =
  (reduce (\(i, x) (j, y) -> if x > y || x == y && i < j then (i, x) else (j, y)) (n, -1) (zip (iota n) xs)).0
-- rows seen through an index, all of the matrix new
def maps [n] (a: [n][n]f64) : f64 =
  let a = loop a for k < n do
    let p = argmax (map2 (\i r -> if i < k then -1 else f64.abs r[k]) (iota n) a)
    let row i = if i == k then a[p] else if i == p then a[k] else a[i]
    let top = a[p]
    in tabulate n (\i -> let r = row i in if i <= k then r else let f = r[k] / top[k] in map2 (\x y -> x - f * y) r top)
  in value a
-- rows exchanged as slices, the block behind them
def slices [n] (a: [n][n]f64) : f64 =
  let a = loop a = copy a for k < n do
    let p = k + argmax (map f64.abs a[k:, k])
    let (x, y) = (copy a[k], copy a[p])
    let a = a with [k] = y
    let a = a with [p] = if p == k then y else x
    in a with [k + 1:, k:] = map (\r -> let f = r[0] / y[k] in map2 (\x y -> x - f * y) r y[k:]) a[k + 1:, k:]
  in value a
entry primal_loop [n] (a: [n][n]f64) = loops a
entry grad_loop [n] (a: [n][n]f64) = vjp loops a 1
entry primal_map [n] (a: [n][n]f64) = maps a
entry grad_map [n] (a: [n][n]f64) = vjp maps a 1
entry primal_slice [n] (a: [n][n]f64) = slices a
entry grad_slice [n] (a: [n][n]f64) = vjp slices a 1
