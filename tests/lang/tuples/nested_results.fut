-- A nested tuple is printed as its components.
-- ==
-- input { 1 } output { 1 2 3 [4] }
def main (x: i32) = (x, ((x + 1, x + 2), [x + 3]))
