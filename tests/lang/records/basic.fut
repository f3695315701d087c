-- Record fields are unordered; fields take the value of the variable of their name.
-- ==
-- input { 1 2 } output { 1 2 3 true }
def main (x: i32) (y: i32) = let r = {y, x, s = x + y} in (r.x, r.y, r.s, {a = 1, b = 2} == {b = 2, a = 1})
