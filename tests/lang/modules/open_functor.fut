-- An application may be opened at once.
-- ==
-- input { 3 } output { 4 }
module inc (P: {val by: i32}) = {def inc (x: i32) = x + P.by}
open inc {def by = 1i32}
def main (x: i32) = inc x
