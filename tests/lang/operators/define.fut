-- Operators are defined in prefix and infix form, and shadow those of the library.
-- ==
-- input { 3 4 } output { 25 7 1 }
def (<+>) (a: i32) (b: i32) = a * a + b * b
def a |-| b = i32.abs (a - b)
def main (a: i32) (b: i32) = (a <+> b, a + b, a |-| b)
def (+) (a: i32) (b: i32) = a * b - 1
-- ==
-- entry: shadowed
-- input { 3 4 } output { 11 }
entry shadowed (a: i32) (b: i32) = a + b
