-- transpose, flatten and reverse may share memory with their argument.
-- ==
-- error: E0501
def main (xs: *[][]i32) = let t = transpose xs let ys = xs with [0, 0] = 9 in (ys, t)
