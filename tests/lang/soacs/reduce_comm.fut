-- reduce_comm, and the reductions of bools.
-- ==
-- input { [true, false] [2, 3] } output { false true 5 false true }
-- input { empty([0]bool) empty([0]i32) } output { true false 0 true false }
def main (bs: []bool) (xs: []i32) = (and bs, or bs, reduce_comm (+) 0 xs, all (> 2) xs, any (> 2) xs)
