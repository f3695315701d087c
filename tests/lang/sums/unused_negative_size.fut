-- The payload that a constructor does not have may be of a size that would be negative.
-- ==
-- input { [1, 2, 5, -3] } output { [0, 2, 10, -1] }
type~ s = #a i32 | #b ([]i32) | #c
def f (x: i32): s = if x < 0 then #c else if x % 2 == 0 then #a x else #b (map i32.i64 (iota (i64.i32 x)))
def g (v: s) = match v case #a x -> x case #b xs -> i32.sum xs case #c -> -1
def main (xs: []i32) = map (\x -> g (f x)) xs
