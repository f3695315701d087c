-- ??? stands for code that is not there yet; only running it fails.
-- ==
-- input { 1 } output { 1 }
-- input { -1 } error: .
def main (x: i32): i32 = if x > 0 then x else ???
