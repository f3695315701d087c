-- a[i] is an index, a [i] an application to an array.
-- ==
-- input { [1, 2] } output { 2 1i64 }
def f (xs: [1]i64) = length xs
def main (xs: []i32) = (xs[1], f [1])
