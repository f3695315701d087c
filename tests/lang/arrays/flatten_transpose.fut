-- flatten of a transposed matrix goes through the columns.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [1, 4, 2, 5, 3, 6] [[1, 4, 2], [5, 3, 6]] [4, 5, 6, 1, 2, 3] }
def main (xs: [2][3]i32) = (flatten (transpose xs), unflatten (flatten (transpose xs) :> [2 * 3]i32), flatten (reverse xs))
