-- A field that is an array, updated.
-- ==
-- input { [1, 2] } output { [9, 2] [1, 2] }
def main (xs: []i32) = let r = {a = copy xs, b = xs} let s = r with a = (copy r.a with [0] = 9) in (s.a, s.b)
