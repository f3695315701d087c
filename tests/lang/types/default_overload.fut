-- A polymorphic numeric definition does not exist: an unannotated definition takes the default type.
-- ==
-- input { 3 } output { 4 }
def inc x = x + 1
def main (x: i32) = inc x
