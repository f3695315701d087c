-- The counter has the type of the bound.
-- ==
-- input { 3i8 300u16 4i64 } output { 3i8 44850u16 6i64 }
def main (a: i8) (b: u16) (c: i64) = (loop s = 0 for i < a do s + i, loop s = 0 for i < b do s + i, loop s = 0 for i < c do s + i)
