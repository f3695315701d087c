-- Slices, transposes and reverses of each other.
-- ==
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[8, 5], [7, 4]] [9, 5, 1] [3, 2, 1] [[9, 6], [3, 0]] }
def main (xs: [][]i32) = ((reverse (transpose xs)[0:2, 1:])[:, ::-1] :> [2][2]i32, map (\i -> (reverse xs)[i, 2 - i]) (iota 3), (transpose (reverse (transpose xs)))[0],
  (copy (transpose xs[::-2, ::-2]) with [0, 1] = 3 with [1, 0] = 6 with [1, 1] = 0) |> transpose)
