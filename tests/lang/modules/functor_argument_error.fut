-- A parametric module whose result does not fit the module type that is asked for.
-- ==
-- error: E0604.*(does not fit)
module apply (F: (P: {val x: i32}) -> {val y: i32}) = F {def x = 1i32}
module bad (P: {val x: i32}) = {def y = true}
module m = apply bad
def main (x: i32) = x
