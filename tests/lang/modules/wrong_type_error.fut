-- A definition whose type does not fit its specification; both places are shown.
-- ==
-- error: value f should have type i32 -> i32
module m: {val f: i32 -> i32} = {def f (x: i64) = x}
def main (x: i32) = x
