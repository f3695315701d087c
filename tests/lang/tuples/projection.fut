-- .0 and .1 take tuples apart, nested ones too, without spaces.
-- ==
-- input { 1 2 3 } output { 1 3 2 }
def main (a: i32) (b: i32) (c: i32) = let t = (a, (b, c)) in (t.0, t.1.1, (t.1).0)
