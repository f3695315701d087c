-- An ordinary module is applied to an argument.
-- ==
-- error: E0604.*(not a parametric module)
module m = {def x = 1i32}
module z = m {def y = 2i32}
def main (x: i32) = x
