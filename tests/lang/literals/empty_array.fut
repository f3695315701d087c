-- The element type of an empty array literal comes from its use.
-- ==
-- input { } output { empty([0]i32) 0i64 empty([0]f32) }
def main = ([] : []i32, length ([] : [0]bool), [] ++ ([] : []f32))
