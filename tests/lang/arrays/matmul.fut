-- A product of matrices, against one by loops.
-- ==
-- input { 7i64 5i64 9i64 } output { true }
-- input { 0i64 5i64 9i64 } output { true }
-- input { 7i64 0i64 9i64 } output { true }
def main (n: i64) (m: i64) (k: i64) =
  let a = tabulate_2d n m (\i j -> i * 3 - j)
  let b = tabulate_2d m k (\i j -> i + j * j)
  let c = map (\r -> map (\s -> i64.sum (map2 (*) r s)) (transpose b)) a
  let d = loop d = replicate n (replicate k 0) for i < n do loop d for j < k do loop d for l < m do d with [i, j] = d[i, j] + a[i, l] * b[l, j]
  in c == d
