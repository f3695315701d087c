-- A division whose result nobody uses may be left out, but the answer is that of the rest.
-- ==
-- input { 4 2 } output { 4 }
def main (a: i32) (b: i32) = let _ = a / b in a
