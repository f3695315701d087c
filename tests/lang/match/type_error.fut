-- The cases of a match have one type.
-- ==
-- error: .
def main (x: i32) = match x case 0 -> 1i32 case _ -> true
