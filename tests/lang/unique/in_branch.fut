-- An array consumed in one branch is gone after the if.
-- ==
-- error: E0501.*(xs)
def main (b: bool) (xs: *[]i32) = let ys = if b then xs with [0] = 9 else [1, 2] in (ys, xs)
