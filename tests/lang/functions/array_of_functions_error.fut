-- Functions may not be in arrays.
-- ==
-- error: E0207
def main (x: i32) = let fs = [\y -> y + 1, \y -> y * 2i32] in fs[0] x
