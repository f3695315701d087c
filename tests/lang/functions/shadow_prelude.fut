-- A file may define names that the library has.
-- ==
-- input { [1, 2] } output { [11, 12] }
def map (f: i32 -> i32) (xs: []i32) = [f xs[0] + 10, f xs[1] + 10]
def main (xs: []i32) = map id xs
