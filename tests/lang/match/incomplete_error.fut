-- A match that does not cover every value is refused.
-- ==
-- error: no case for _.*add case _ -> \.\.\.$
def main (x: i32) = match x case 0 -> 1 case 1 -> 2
