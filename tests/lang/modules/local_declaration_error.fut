-- A local definition cannot be reached from outside.
-- ==
-- error: E0301.*(unknown name two in module m)
module m = {local def two = 2i32 def four = two + two}
def main (x: i32) = m.two + x
