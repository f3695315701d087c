-- & | ^ also work on bools, without short cut.
-- ==
-- input { true false } output { false true true }
-- input { true true } output { true true false }
def main (a: bool) (b: bool) = (a & b, a | b, a ^ b)
