-- The smallest number divided by -1 wraps around to itself, as all arithmetic.
-- ==
-- input { -2147483648 -1 } output { -2147483648 0 -2147483648 0 }
def main (a: i32) (b: i32) = (a / b, a % b, a // b, a %% b)
