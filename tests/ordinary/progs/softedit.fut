-- soft edit distances of pairs of sequences of different lengths; their sum, gradient by both sequences
def softmin (a: f64) (b: f64) (c: f64) : f64 =
  let m = f64.min a (f64.min b c)
  in m - f64.log (f64.exp (m - a) + f64.exp (m - b) + f64.exp (m - c))
-- a table for each pair
def table [l] (a: [l]f64) (b: [l]f64) (n: i64) (m: i64) : f64 =
  let d = replicate (l + 1) (replicate (l + 1) 0)
  let d = loop d for i < n + 1 do d with [i, 0] = f64.i64 i
  let d = loop d for j < m + 1 do d with [0, j] = f64.i64 j
  let d = loop d for i in 1..<n + 1 do
    loop d for j in 1..<m + 1 do
      d with [i, j] = softmin (d[i - 1, j] + 1) (d[i, j - 1] + 1) (d[i - 1, j - 1] + (a[i - 1] - b[j - 1]) ** 2)
  in d[n, m]
-- tables of their own size
def sized [l] (a: [l]f64) (b: [l]f64) (n: i64) (m: i64) : f64 =
  let d = tabulate_2d (n + 1) (m + 1) (\i j -> if i == 0 then f64.i64 j else if j == 0 then f64.i64 i else 0)
  let d = loop d for i < n do
    loop d for j < m do
      let e = a[i] - b[j]
      in d with [i + 1, j + 1] = softmin (d[i, j + 1] + 1) (d[i + 1, j] + 1) (d[i, j] + e * e)
  in d[n, m]
-- one row in place
def row [l] (a: [l]f64) (b: [l]f64) (n: i64) (m: i64) : f64 =
  let r = tabulate (l + 1) f64.i64
  let r = loop r for i < n do
    let corner = r[0]
    let (r, _) = loop (r, diag) = (r with [0] = f64.i64 (i + 1), corner) for j < m do
      let up = r[j + 1]
      let x = softmin (up + 1) (r[j] + 1) (diag + (a[i] - b[j]) ** 2)
      in (r with [j + 1] = x, up)
    in r
  in r[m]
-- rows by scans of a carried value
def rows [l] (a: [l]f64) (b: [l]f64) (n: i64) (m: i64) : f64 =
  let r = loop r = tabulate (m + 1) f64.i64 for i < n do
    let s = replicate (m + 1) (f64.i64 (i + 1))
    in loop s for j < m do s with [j + 1] = softmin (r[j + 1] + 1) (s[j] + 1) (r[j] + (a[i] - b[j]) ** 2)
  in r[m]
def all [p][l] f (a: [p][l]f64) (b: [p][l]f64) (n: [p]i64) (m: [p]i64) : f64 = f64.sum (map4 f a b n m)
entry primal_table [p][l] (a: [p][l]f64) (b: [p][l]f64) (n: [p]i64) (m: [p]i64) = all table a b n m
entry grad_table [p][l] (a: [p][l]f64) (b: [p][l]f64) (n: [p]i64) (m: [p]i64) = vjp (\(a, b) -> all table a b n m) (a, b) 1
entry primal_sized [p][l] (a: [p][l]f64) (b: [p][l]f64) (n: [p]i64) (m: [p]i64) = all sized a b n m
entry grad_sized [p][l] (a: [p][l]f64) (b: [p][l]f64) (n: [p]i64) (m: [p]i64) = vjp (\(a, b) -> all sized a b n m) (a, b) 1
entry primal_row [p][l] (a: [p][l]f64) (b: [p][l]f64) (n: [p]i64) (m: [p]i64) = all row a b n m
entry grad_row [p][l] (a: [p][l]f64) (b: [p][l]f64) (n: [p]i64) (m: [p]i64) = vjp (\(a, b) -> all row a b n m) (a, b) 1
entry primal_rows [p][l] (a: [p][l]f64) (b: [p][l]f64) (n: [p]i64) (m: [p]i64) = all rows a b n m
entry grad_rows [p][l] (a: [p][l]f64) (b: [p][l]f64) (n: [p]i64) (m: [p]i64) = vjp (\(a, b) -> all rows a b n m) (a, b) 1
