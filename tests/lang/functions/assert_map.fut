-- assert inside a map.
-- ==
-- input { [1, 2] } output { [2, 4] }
-- input { [1, -2] } error: .
def main (xs: []i32) = map (\x -> assert (x > 0) (2 * x)) xs
