-- A branch that gives a parameter of inferred type, another that gives an array whose size is local: the size of
-- the whole is unknown, and the parameter's size stays its own.
-- ==
-- entry: main
-- input { [5, 1, 4] } output { [5, 1, 4, 5] 3i64 }
-- input { [5, 1, 4, 2] } output { [5, 1, 4, 2] 4i64 }
-- entry: either
-- input { true 2i64 } output { [7i64] }
-- input { false 2i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64] }
def maximum lte xs = reduce (\x y -> if x `lte` y then y else x) xs[0] xs

def padded lte xs =
  let d = 64 - i64.i32 (i64.clz (length xs - 1))
  in if length xs == 2 ** d then (xs, d) else (sized (2 ** d) (xs ++ replicate (2 ** d - length xs) (maximum lte xs)), d)

entry main (xs: []i32) =
  let (ys, _) = padded (<=) xs
  in (ys, length xs)

def pick c x k = let d = k + 3 in if c then x else iota d

entry either (c: bool) (k: i64) = pick c [7] k
