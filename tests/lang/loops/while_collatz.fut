-- A while loop inside a map runs a different number of times for each element.
-- ==
-- input { [1i64, 6i64, 27i64] } output { [0, 8, 111] }
def main (xs: []i64) = map (\x -> (loop (y, k) = (x, 0i32) while y != 1 do (if y % 2 == 0 then y / 2 else 3 * y + 1, k + 1)).1) xs
