-- assert gives its second operand if the first is true.
-- ==
-- input { 1 } output { 1 }
-- input { -1 } error: .
def main (x: i32): i32 = assert (x > 0) x
