-- Branches with parallel code inside a map.
-- ==
-- input { [1i64, 4i64, 0i64] } output { [1i64, 6i64, 0i64] }
def main (xs: []i64) = map (\x -> if x % 2 == 0 then i64.sum (iota x) else i64.product (map (+ 1) (iota x))) xs
