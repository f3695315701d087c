-- The branch that is not taken fails nothing.
-- ==
-- input { 0 } output { 0 }
-- input { 4 } output { 25 }
def main (x: i32) = if x == 0 then 0 else 100 / x
