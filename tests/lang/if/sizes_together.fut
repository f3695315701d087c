-- Where the same two sizes meet in two parts of the branches, the parts of the result have one size.
-- ==
-- input { 0i64 } output { 0i64 }
-- input { 3i64 } output { 6i64 }
def halves (n: i64) =
  if n == 0 then ([], [])
  else let k = n + 1 in (iota k, map (* 2) (iota k))

def main (n: i64) =
  let (a, b) = halves n
  in i64.sum (map2 (\x y -> y - x) a b)
