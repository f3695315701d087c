-- A constant size of a parameter is checked when called from outside.
-- ==
-- input { [1, 2, 3] } output { 6 }
-- input { [1, 2] } error: .
def main (a: [3]i32) = a[0] + a[1] + a[2]
