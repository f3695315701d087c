-- Float, character and bool literals as patterns.
-- ==
-- input { 1.5 97u8 } output { 1 true }
-- input { 2.5 98u8 } output { 0 false }
def main (x: f64) (c: u8) = (match x case 1.5 -> 1 case _ -> 0, match c case 'a' -> true case _ -> false)
