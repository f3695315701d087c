-- Sizes that the body of a function makes equal are equal wherever it calls itself.
-- ==
-- error: E0401
def f (xs: []i32) (ys: []i32): i32 =
  if null xs then 0 else i32.sum (map2 (*) xs ys) + f (tail xs) ys
