-- loop x for ... starts with the x that is in scope; record and tuple patterns may be left as they are.
-- ==
-- input { 3 4 } output { 48 24 }
def main (x: i32) (y: i32) = (loop x for _i < y do x * 2, loop (x) while x < 20 do x * 2)
