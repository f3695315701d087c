-- Several loop parameters change at once.
-- ==
-- input { 10 } output { 55 89 }
def main (n: i32) = loop (a, b) = (0, 1) for _i < n do (b, a + b)
