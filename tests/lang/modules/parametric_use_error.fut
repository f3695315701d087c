-- A parametric module has no contents before it is applied.
-- ==
-- error: E0604.*(f is a parametric module)
module f (P: {val x: i32}) = {def y = P.x}
def main (x: i32) = f.y + x
