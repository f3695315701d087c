-- Arrays of 8 and 16 bits: update of one element leaves its neighbours.
-- ==
-- input { [1i8, 2i8, 3i8, 4i8] [1u16, 2u16, 3u16] } output { [1i8, -1i8, 3i8, 4i8] [2i8, 4i8, 6i8, 8i8] [65535u16, 2u16, 3u16] [4i8, 3i8, 2i8, 1i8] }
def main (xs: []i8) (ys: []u16) = (copy xs with [1] = -1, map (* 2) xs, copy ys with [0] = -1u16, reverse xs)
