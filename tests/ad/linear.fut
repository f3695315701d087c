-- Algorithms of linear algebra in place, against the closed forms of their derivatives.
-- ==
-- entry: inverse
-- input { 1i64 } output { true true }
-- input { 2i64 } output { true true }
-- input { 7i64 } output { true true }
-- entry: elements
-- input { 1i64 } output { true true }
-- input { 2i64 } output { true true }
-- input { 7i64 } output { true true }
-- entry: determinant
-- input { 1i64 } output { true true }
-- input { 2i64 } output { true true }
-- input { 7i64 } output { true true }
-- input { 40i64 } output { true true }
-- entry: lower
-- input { 0i64 } output { true true }
-- input { 1i64 } output { true true }
-- input { 9i64 } output { true true }
-- entry: cholesky
-- input { 0i64 } output { true true }
-- input { 1i64 } output { true true }
-- input { 2i64 } output { true true }
-- input { 7i64 } output { true true }
import "gaps"

def matmul [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64): [n][p]f64 = map (\r -> map (dot r) (transpose b)) a

def eye (n: i64): [n][n]f64 = map (unit n) (iota n)

-- | A matrix that is far from singular, whose largest elements are not on the diagonal.
def matrix (n: i64): [n][n]f64 =
  rotate 1 (map2 (map2 (+)) (unflatten (noise (n * n) 15)) (map (map (* (f64.i64 n + 1))) (eye n)))

-- | The inverse by Gauss-Jordan elimination with row pivoting.
def gauss_jordan [n] (a: [n][n]f64): [n][n]f64 =
  let (_, b) =
    loop (a, b) = (copy a, eye n) for k < n do
      let larger i j = if f64.abs a[i, k] >= f64.abs a[j, k] then i else j
      let p = reduce larger k (map (+ k) (iota (n - k)))
      let (ak, ap, bk, bp) = (copy a[k], copy a[p], copy b[k], copy b[p])
      let a = (a with [p] = ak) with [k] = map (/ ap[k]) ap
      let b = (b with [p] = bk) with [k] = map (/ ap[k]) bp
      let sweep (m: [n][n]f64) =
        map2 (\i row -> if i == k then row else map2 (\x y -> x - a[i, k] * y) row m[k]) (iota n) m
      in (sweep a, sweep b)
  in b

entry inverse (n: i64): (bool, bool) =
  let a = matrix n
  let da: [n][n]f64 = unflatten (noise (n * n) 16)
  let b = gauss_jordan a
  let rule = map (map f64.neg) (matmul b (matmul da b))
  in (agree (\(x: [n * n]f64) -> flatten (gauss_jordan (unflatten x))) (flatten a), near 1e-9 (apart (flatten (jvp gauss_jordan a da)) (flatten rule)))

-- | The inverse by Gauss-Jordan elimination, element by element in place.
def eliminated [n] (a: [n][n]f64): [n][n]f64 =
  loop a = copy a for k < n do
    let p = 1 / a[k, k]
    let a = a with [k, k] = 1
    let a = loop a for j < n do a with [k, j] = a[k, j] * p
    in loop a for i < n do
         if i == k then a
         else let f = a[i, k]
              let a = a with [i, k] = 0
              in loop a for j < n do a with [i, j] = a[i, j] - f * a[k, j]

entry elements (n: i64): (bool, bool) =
  let a = rotate (-1) (matrix n)
  let w: [n][n]f64 = unflatten (noise (n * n) 16)
  let b = transpose (eliminated a)
  let rule = map (map f64.neg) (matmul b (matmul w b))
  in (agree (\(x: [n * n]f64) -> flatten (eliminated (unflatten x))) (flatten a), near 1e-9 (apart (flatten (vjp eliminated a w)) (flatten rule)))

-- | The determinant by an LU decomposition with pivots, element by element in place.
def lu_determinant [n] (a: [n][n]f64): f64 =
  let (m, sign) =
    loop (m, sign) = (copy a, 1) for k < n do
      let p = loop p = k for i in k + 1..<n do if f64.abs m[i, k] > f64.abs m[p, k] then i else p
      let (mk, mp) = (copy m[k], copy m[p])
      let m = (m with [p] = mk) with [k] = mp
      let m =
        loop m for i in k + 1..<n do
          let m = m with [i, k] = m[i, k] / m[k, k]
          in loop m for j in k + 1..<n do m with [i, j] = m[i, j] - m[i, k] * m[k, j]
      in (m, if p == k then sign else -sign)
  in sign * f64.product (map (\i -> m[i, i]) (iota n))

entry determinant (n: i64): (bool, bool) =
  let a = map (map (/ f64.i64 (n + 1))) (matrix n)
  let rule = map (map (* lu_determinant a)) (transpose (gauss_jordan a))
  in (agree (\(x: [n * n]f64) -> [lu_determinant (unflatten x)]) (flatten a), near 1e-9 (apart (flatten (vjp lu_determinant a 1)) (flatten rule)))

-- | The Cholesky factor, column by column in place.
def factor [n] (a: [n][n]f64): [n][n]f64 =
  loop l = replicate n (replicate n 0) for j < n do
    let d = f64.sqrt (a[j, j] - dot l[j] l[j])
    let l = l with [j, j] = d
    in loop l for i in j + 1..<n do
         let s = loop s = a[i, j] for k < j do s - l[i, k] * l[j, k]
         in l with [i, j] = s / d

-- The logarithm of the determinant of a symmetric matrix has the inverse as its gradient.
entry cholesky (n: i64): (bool, bool) =
  let m = matrix n
  let a = matmul m (transpose m)
  let symmetric (x: [n][n]f64) = map2 (map2 (\p q -> (p + q) / 2)) x (transpose x)
  let logdet (x: [n][n]f64) = let l = factor (symmetric x) in 2 * f64.sum (map (\i -> f64.log l[i, i]) (iota n))
  in (agree (\(x: [n * n]f64) -> flatten (factor (symmetric (unflatten x)))) (flatten a), near 1e-9 (apart (flatten (vjp logdet a 1)) (flatten (gauss_jordan a))))

-- | The inverse of a lower triangle, row by row; what is not read is above.
def lower_inverse [n] (l: [n][n]f64): [n][n]f64 =
  loop x = replicate n (replicate n 0) for i < n do
    let r = map (\j -> -f64.sum (map (\k -> l[i, k] * x[k, j]) (iota i)) / l[i, i]) (iota n)
    let x = x with [i] = r
    in x with [i, i] = 1 / l[i, i]

entry lower (n: i64): (bool, bool) =
  let l = tabulate_2d n n (\i j -> if i == j then 2 else if j < i then f64.cos (f64.i64 (i + 2 * j)) else 0)
  let dl = tabulate_2d n n (\i j -> if j <= i then f64.sin (f64.i64 (3 * i + j)) else 0)
  let x = lower_inverse l
  let rule = map (map f64.neg) (matmul x (matmul dl x))
  in (agree (\(l: [n * n]f64) -> flatten (lower_inverse (unflatten l))) (flatten l), near 1e-9 (apart (flatten (jvp lower_inverse l dl)) (flatten rule)))
