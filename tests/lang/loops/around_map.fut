-- A loop around a map with the state an array.
-- ==
-- input { [1, 2, 3] 3 } output { [8, 16, 24] }
-- input { empty([0]i32) 3 } output { empty([0]i32) }
def main (xs: []i32) (n: i32) = loop xs for _i < n do map (* 2) xs
