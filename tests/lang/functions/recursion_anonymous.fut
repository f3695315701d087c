-- An anonymous size of a parameter is another one in each call, also where a function calls itself.
-- ==
-- entry: sort
-- input { [5, 3, 8, 1, 2] } output { [1, 2, 3, 5, 8] }
-- entry: dot
-- input { [1, 2, 3] [4, 5, 6] } output { 32 }
def quick (xs: []i32): []i32 =
  if length xs < 2 then xs
  else let p = xs[0]
       let rest = tail xs
       in quick (filter (< p) rest) ++ [p] ++ quick (filter (>= p) rest)

def product (xs: []i32) (ys: []i32): i32 =
  if null xs then 0 else i32.sum (map2 (*) xs ys) + product (tail xs) (tail ys) - product (tail xs) (tail ys)

entry sort (xs: []i32) = quick xs
entry dot [n] (xs: [n]i32) (ys: [n]i32) = product xs ys
