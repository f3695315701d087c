-- zip to zip5 and unzip to unzip5.
-- ==
-- input { [1, 2] [3, 4] } output { [1, 2] [3, 4] [1, 2] [3, 4] [1, 2] 3 }
def main [n] (a: [n]i32) (b: [n]i32) =
  let (c, d) = unzip (zip a b)
  let (e, f, g) = unzip3 (zip3 a b a)
  let (_, _, _, h) = unzip4 (zip4 a b a b)
  let (i, _, _, _, _) = unzip5 (zip5 a b a b a)
  in (c, d, e, f, map2 (\x y -> x + y - (x + y) + x) i g, h[0])
