-- A comma may follow the last component of a tuple, but a tuple has none or at least two.
-- ==
-- error: second component of this tuple
def f (x: (i32, i32,)) (a, b,) = (x.0, a + b, x.1 : i32,)
def main (x,) = x + 1i32
