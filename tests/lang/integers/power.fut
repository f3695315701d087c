-- ** on integers, with wrap around and exponent 0.
-- ==
-- input { 2 10 } output { 1024 1 }
-- input { -3 3 } output { -27 1 }
-- input { 10 10 } output { 1410065408 1 }
-- input { 0 0 } output { 1 1 }
def main (a: i32) (b: i32) = (a ** b, a ** 0)
