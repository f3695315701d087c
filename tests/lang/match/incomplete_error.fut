-- A match that does not cover every value is refused.
-- ==
-- error: no case for 2.*add case 2
def main (x: i32) = match x case 0 -> 1 case 1 -> 2
