-- The result of if shares memory with either branch.
-- ==
-- error: E0501
def main (b: bool) (xs: *[]i32) (zs: *[]i32) = let r = if b then xs else zs let ys = zs with [0] = 9 in (ys, r)
