-- A later let shadows an earlier name; the right-hand side still sees the earlier one.
-- ==
-- input { 3 } output { 16 }
def main (x: i32) = let x = x + 1 let x = x * x in x
