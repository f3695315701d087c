-- eigenvalues of many small symmetric matrices by Jacobi's rotations, T sweeps; sum of log(1 + x^2) over them, gradient by the matrices
def angle (a: f64) (b: f64) (c: f64) : (f64, f64) =
  if f64.abs b < 1e-30 then (1, 0)
  else let z = (c - a) / (2 * b)
       let t = (if z < 0 then -1 else 1) / (f64.abs z + f64.sqrt (z * z + 1))
       let k = 1 / f64.sqrt (t * t + 1)
       in (k, t * k)
def value [n] (a: [n][n]f64) : f64 = f64.sum (map (\i -> f64.log (1 + a[i, i] * a[i, i])) (iota n))
-- loops in place
def loops [n] (t: i64) (a: [n][n]f64) : f64 =
  let a = loop a = copy a for _s < t do
    loop a for p < n - 1 do
      loop a for q in p + 1..<n do
        let (c, s) = angle a[p, p] a[p, q] a[q, q]
        let a = loop a for k < n do
          let (x, y) = (a[p, k], a[q, k])
          let a = a with [p, k] = c * x - s * y
          in a with [q, k] = s * x + c * y
        in loop a for k < n do
          let (x, y) = (a[k, p], a[k, q])
          let a = a with [k, p] = c * x - s * y
          in a with [k, q] = s * x + c * y
  in value a
-- rows as slices, columns by a map over rows
def rows [n] (t: i64) (a: [n][n]f64) : f64 =
  let a = loop a = copy a for _s < t do
    loop a for p < n - 1 do
      loop a for q in p + 1..<n do
        let (c, s) = angle a[p, p] a[p, q] a[q, q]
        let turn x y = (c * x - s * y, s * x + c * y)
        let (u, v) = unzip (map2 turn a[p] a[q])
        let a = a with [p] = u
        let a = a with [q] = v
        let (u, v) = unzip (map (\r -> turn r[p] r[q]) a)
        let a = a with [:, p] = u
        in a with [:, q] = v
  in value a
-- all of the matrix new with each rotation
def whole [n] (t: i64) (a: [n][n]f64) : f64 =
  let pairs = filter (\(p, q) -> p < q) (flatten (tabulate_2d n n (\p q -> (p, q))))
  let a = loop a: [n][n]f64 = a for _s < t do
    loop a for (p, q) in pairs do
      let (c, s) = angle a[p, p] a[p, q] a[q, q]
      let mix k x y z = if k == p then c * y - s * z else if k == q then s * y + c * z else x
      let b = tabulate_2d n n (\i j -> mix i a[i, j] a[p, j] a[q, j])
      in tabulate_2d n n (\i j -> mix j b[i, j] b[i, p] b[i, q])
  in value a
entry primal_loop [m][n] (t: i64) (a: [m][n][n]f64) = f64.sum (map (loops t) a)
entry grad_loop [m][n] (t: i64) (a: [m][n][n]f64) = vjp (\a -> f64.sum (map (loops t) a)) a 1
entry primal_row [m][n] (t: i64) (a: [m][n][n]f64) = f64.sum (map (rows t) a)
entry grad_row [m][n] (t: i64) (a: [m][n][n]f64) = vjp (\a -> f64.sum (map (rows t) a)) a 1
entry primal_whole [m][n] (t: i64) (a: [m][n][n]f64) = f64.sum (map (whole t) a)
entry grad_whole [m][n] (t: i64) (a: [m][n][n]f64) = vjp (\a -> f64.sum (map (whole t) a)) a 1
