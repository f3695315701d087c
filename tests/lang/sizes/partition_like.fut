-- What a size is to an unknown one stays known: the parts of a partition are of k and n - k.
-- ==
-- entry: parts
-- input { [3, -1, 4, -1, -5] } output { [3, 4] [-1, -1, -5] 5i64 }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) 0i64 }
-- entry: sums
-- input { [3, -1, 4, -1, -5] } output { [3, -1, 4, -1, -5] [3, -1, 4] [-1, -5] }
-- entry: declared
-- input { [3, -1, 4, -1, -5] } output { [3, 4] [-1, -1, -5] }
def split_by [n] 'a (p: a -> bool) (as: [n]a): ?[k].([k]a, [n-k]a) =
  let flags = map (\a -> i64.bool (p a)) as
  let k = i64.sum flags
  let left = filter p as :> [k]a
  let right = filter (\a -> !p a) as :> [n-k]a
  in (left, right)

def same [n] [k] (xs: [n]i32) (ys: [k]i32) (zs: [n-k]i32) = length xs + 0 * length ys * length zs

entry parts (xs: []i32) =
  let (a, b) = split_by (> 0) xs
  in (a, b, same xs a b)

-- The size is not named, and its parts are computed where they are used.
entry sums [n] (xs: [n]i32) =
  let (a, b) = let count = map (\x -> i64.bool (x > 0)) xs in (take (i64.sum count + 1) xs, drop (i64.sum count + 1) xs)
  in (a ++ b :> [n]i32, a, b)

entry declared (xs: []i32): ([]i32, []i32) = partition (> 0) xs
