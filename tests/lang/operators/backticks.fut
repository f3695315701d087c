-- A function between backticks is an infix operator, looser than all others, and has sections.
-- ==
-- input { 7 3 } output { 4 5 [6, 5] }
def minus (a: i32) (b: i32) = a - b
def main (a: i32) (b: i32) = (a `minus` b, a + 1 `minus` b, map (`minus` 1) [a, a - 1])
