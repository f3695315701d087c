-- reduce with several operators; of an empty array it is the neutral element.
-- ==
-- input { [3, 1, 2] } output { 6 6 3 1 0 }
-- input { empty([0]i32) } output { 0 1 -2147483648 2147483647 0 }
-- input { [5] } output { 5 5 5 5 5 }
def main (xs: []i32) = (reduce (+) 0 xs, reduce (*) 1 xs, reduce i32.max i32.lowest xs, reduce i32.min i32.highest xs, reduce (^) 0 xs)
