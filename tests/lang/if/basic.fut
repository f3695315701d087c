-- if is an expression; it reaches as far to the right as it can.
-- ==
-- input { true 3 } output { 3 7 }
-- input { false 3 } output { -2 7 }
def main (b: bool) (x: i32) = (if b then x else -x + 1, (if b then x else x) + 4)
