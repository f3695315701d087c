-- match on literals of several types, and a default.
-- ==
-- input { 0 } output { 10 true }
-- input { -1 } output { 20 false }
-- input { 7 } output { 30 false }
def main (x: i32) = (match x case 0 -> 10 case -1 -> 20 case _ -> 30, match x == 0 case true -> true case false -> false)
