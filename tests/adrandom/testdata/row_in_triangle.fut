-- What is added for the rows of a matrix is zero but in one row, and there right of the diagonal: a sum over these columns is zero for other rows, too.
entry f [n] (m: [n][n]f64) (x: f64) =
  loop (a: *[n][n]f64) = copy m for k < n do
    let b = tabulate_2d n n (\i j -> if i == k && j > k then a[i, k] * x else a[i, j])
    in b with [k, n-1-k] = 0.5 * b[k, n-1-k] * f64.tanh b[k, 0]
