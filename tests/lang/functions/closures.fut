-- A closure keeps the values of its free variables, arrays as well.
-- ==
-- input { [1, 2, 3] 1i64 } output { [3, 4, 5] 12 }
def main (xs: []i32) (i: i64) =
  let f = \y -> y + xs[i]
  let s = i32.sum xs
  let g k = k * s
  in (map f xs, g 2)
