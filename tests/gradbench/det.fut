-- A determinant by expansion of GradBench (det_by_minor of cmpad). Futhark has no recursion: row by row, each choice of columns so far is
-- followed by one for each column that is left.

-- | The products along the rows so far, with their signs, and the columns left to each: bit c is set if column c is.
type choice = (f64, i32)

-- | The choices that follow one: the columns left, in order, along a row; every second has the other sign.
def further [n] (row: [n]f64) (m: i64) ((p, left): choice): [m]choice =
  let (choices, _) =
    loop (choices, rest) = (replicate m (0, 0), left) for d < m do
      let c = i32.ctz rest
      let e = p * row[i64.i32 c]
      in (choices with [d] = (if d % 2 == 0 then e else -e, i32.set_bit c left 0), rest & (rest - 1))
  in choices

def det [n] (a: [n][n]f64): f64 =
  let choices =
    loop choices: []choice = [(1, (1 << i32.i64 n) - 1)] for i < n do
      flatten (map (further a[i] (n - i)) choices)
  in f64.sum (map (.0) choices)

entry primal [n] (a: [n][n]f64) = det a

entry gradient [n] (a: [n][n]f64) = vjp det a 1
