-- flatmap: sizes, flags, offsets, data and values, also of arrays of tuples, of nothing and of nothing but empty arrays.

-- ==
-- entry: five
-- input { [3i64, 0i64, 1i64, 2i64] }
-- output { [3i64, 0i64, 1i64, 2i64] [true, false, false, true, true, false] [0i64, 3i64, 3i64, 4i64]
--          [0.0, 0.5, 1.0, 0.0, 0.0, 0.5] [true, true, true, false, false, false] [30i64, 0i64, 10i64, 20i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]bool) empty([0]i64) empty([0]f64) empty([0]bool) empty([0]i64) }
-- input { [0i64, 0i64] }
-- output { [0i64, 0i64] empty([0]bool) [0i64, 0i64] empty([0]f64) empty([0]bool) [0i64, 0i64] }
entry five (xs: []i64) =
  let (s, f, o, d, v) = flatmap (\x -> (map (\i -> (f64.i64 i / 2, x > 2)) (iota x), x * 10)) xs
  let (a, b) = unzip d
  in (s, f, o, a, b, v)
-- ==
-- entry: four
-- input { [3i64, 0i64, 1i64, 2i64] }
-- output { [0i64, 3i64, 2i64, 1i64] [true, false, false, true, false, true] [0i64, 0i64, 3i64, 5i64]
--          [3i64, 1i64, 2i64, 3i64, 2i64, 3i64] }
entry four (xs: []i64) = flatmap' (\x -> filter (> x) xs) xs
-- ==
-- entry: rows
-- input { [2i64, 1i64] } output { [[0i64, 2i64], [1i64, 2i64], [0i64, 1i64]] }
entry rows (xs: []i64) = (flatmap' (\x -> map (\i -> [i, x]) (iota x)) xs).3
-- ==
-- entry: negative_zero
-- input { 2i64 } output { true }
entry negative_zero (n: i64) = all f64.signbit ((flatmap' (\x -> replicate x (-0.0)) (replicate n n)).3)
