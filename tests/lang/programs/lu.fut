-- LU decomposition with row exchanges, and what follows from it: solutions, inverse, determinant.
-- ==
-- entry: solve
-- input { [[0.0, 2.0, 1.0], [1.0, -2.0, -3.0], [-1.0, 1.0, 2.0]] [-8.0, 0.0, 3.0] } output { [-4.0, -5.0, 2.0] }
-- entry: determinant
-- input { [[2.0, 0.0, 1.0], [1.0, 3.0, 2.0], [1.0, 1.0, 1.0]] } output { 0.0 }
-- input { [[0.0, 1.0], [1.0, 0.0]] } output { -1.0 }
-- input { [[4.0, 3.0, 2.0, 1.0], [3.0, 4.0, 3.0, 2.0], [2.0, 3.0, 4.0, 3.0], [1.0, 2.0, 3.0, 4.0]] } output { 20.0 }
-- entry: inverse
-- input { [[4.0, 7.0], [2.0, 6.0]] } output { [[0.6, -0.7], [-0.2, 0.4]] }
-- entry: identity
-- input { 5i64 } output { true }
type lu [n] = {lu: [n][n]f64, order: [n]i64, sign: f64}

def swap [n] 'a (i: i64) (j: i64) (xs: *[n]a): *[n]a =
  let (x, y) = (copy xs[i], copy xs[j])
  in xs with [i] = y with [j] = x

def pivot [n] (a: [n][n]f64) (k: i64): i64 =
  let larger (i, x) (j, y) = if f64.abs y > f64.abs x then (j, y) else (i, x)
  in reduce larger (k, a[k, k]) (map (\i -> (i, a[i, k])) (k..<n)) |> (.0)

def decompose [n] (a: [n][n]f64): lu [n] =
  let (a, order, sign) =
    loop (a, order, sign) = (copy a, iota n, 1) for k < n do
      let p = pivot a k
      let (a, order) = (swap k p a, swap k p order)
      let sign = if p == k then sign else -sign
      let row = copy a[k]
      let eliminate i r =
        if i <= k || row[k] == 0 then r
        else let f = r[k] / row[k]
             in map3 (\j x y -> if j < k then x else if j == k then f else x - f * y) (iota n) r row
      in (map2 eliminate (iota n) a, order, sign)
  in {lu = a, order, sign}

def solve_with [n] ({lu, order, sign = _}: lu [n]) (b: [n]f64): [n]f64 =
  let y = loop y = map (\i -> b[i]) order for i in 1..<n do
    y with [i] = y[i] - f64.sum (map2 (*) lu[i, :i] y[:i])
  in loop x = y for k < n do
       let i = n - 1 - k
       in x with [i] = (x[i] - f64.sum (map2 (*) lu[i, i + 1:] x[i + 1:])) / lu[i, i]

def unit n i = map (\j -> f64.bool (i == j)) (iota n)
def inverse_of [n] (a: [n][n]f64) = let d = decompose a in transpose (map (solve_with d) (map (unit n) (iota n)))

entry solve [n] (a: [n][n]f64) (b: [n]f64) = solve_with (decompose a) b
entry determinant [n] (a: [n][n]f64) = let {lu, order = _, sign} = decompose a in sign * f64.product (map (\i -> lu[i, i]) (iota n))
entry inverse [n] (a: [n][n]f64) = inverse_of a

entry identity (n: i64) =
  let a = tabulate_2d n n (\i j -> 1 / f64.i64 (i + j + 1) + f64.bool (i == j))
  let p = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose (inverse_of a))) a
  in flatten (map2 (map2 (\x y -> f64.abs (x - y) < 1e-9)) p (map (unit n) (iota n))) |> and
