-- reduce with matrix multiplication, which is not commutative.
-- ==
-- input { 10i64 } output { [[89, 55], [55, 34]] }
-- input { 0i64 } output { [[1, 0], [0, 1]] }
def mul [n] (a: [n][n]i32) (b: [n][n]i32) = map (\r -> map (\c -> i32.sum (map2 (*) r c)) (transpose b)) a
def main (n: i64) = reduce mul [[1, 0], [0, 1]] (replicate n [[1, 1], [1, 0]])
