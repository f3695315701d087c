-- Arrays of bools: literals, update, map, count.
-- ==
-- input { [true, false, true] } output { [false, true, false] 2 [true, true, true] }
def main (bs: []bool) = (map not bs, i32.sum (map i32.bool bs), copy bs with [1] = true)
