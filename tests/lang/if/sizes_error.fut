-- The result of branches with different sizes has no size that is known.
-- ==
-- error: E0401
def main [n] (b: bool) (xs: [n]i32): [n]i32 = if b then xs else xs[1:]
