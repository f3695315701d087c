-- ! negates a bool and inverts the bits of an integer.
-- ==
-- input { true 5i8 } output { false -6i8 false true }
def main (b: bool) (x: i8) = (!b, !x, !b && b, !(!b))
