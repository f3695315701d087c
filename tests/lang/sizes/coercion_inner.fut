-- A coercion of inner dimensions.
-- ==
-- input { [[1, 2], [3, 4]] } output { [3, 7] }
-- input { [[1], [3]] } error: .
-- input { empty([0][2]i32) } output { empty([0]i32) }
def main [n][m] (a: [n][m]i32) = map (\r -> r[0] + r[1]) (a :> [n][2]i32)
