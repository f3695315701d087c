-- A size that is the value of another parameter is checked when called from outside.
-- ==
-- input { 2i64 [1, 2] } output { 3 }
-- input { 3i64 [1, 2] } error: .
def main (n: i64) (a: [n]i32) = i32.sum a
