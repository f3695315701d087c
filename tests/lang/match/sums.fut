-- match on constructors of a sum type.
-- ==
-- input { 3 } output { 9 4 0 }
type shape = #circle i32 | #rect i32 i32 | #point
def area (s: shape) = match s case #circle r -> r * r case #rect a b -> a * b case #point -> 0
def main (x: i32) = (area (#circle x), area (#rect 2 2), area #point)
