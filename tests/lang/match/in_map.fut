-- match inside a map.
-- ==
-- input { [0, 1, 2, 3] } output { [100, 1, 4, 9] }
def main (xs: []i32) = map (\x -> match x case 0 -> 100 case y -> y * y) xs
