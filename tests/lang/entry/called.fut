-- An entry point is an ordinary function to the rest of the program.
-- ==
-- input { 3 } output { 8 }
entry twice (x: i32) = 2 * x
def main (x: i32) = twice (x + 1)
