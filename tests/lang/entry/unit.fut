-- The unit value is no value at all.
-- ==
-- input { 1 } output { }
def main (_: i32) = ()
