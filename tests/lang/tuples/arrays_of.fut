-- Arrays of tuples: literals, map, indexing, update, concat, reverse.
-- ==
-- input { [1, 2, 3] } output { [3, 2, 1] [9, 4, 1] 4 [1, 1, 2, 3] }
def main (xs: []i32) =
  let ps = map (\x -> (x, x * x)) xs
  let (a, b) = unzip (reverse ps)
  let (c, _) = unzip ([(1, 1)] ++ ps)
  in (a, b, ps[1].1, c)
