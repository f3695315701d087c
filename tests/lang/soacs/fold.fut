-- foldl and foldr go through an array from the left and the right.
-- ==
-- input { [1, 2, 3] } output { 123 321 }
def main (xs: []i32) = (foldl (\acc x -> acc * 10 + x) 0 xs, foldr (\x acc -> acc * 10 + x) 0 xs)
