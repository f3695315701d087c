-- The cases of a match have one type.
-- ==
-- error: E0201
def main (x: i32) = match x case 0 -> 1i32 case _ -> true
