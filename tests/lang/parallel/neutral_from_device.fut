-- A neutral element that the device computes, for histograms and sums of rows at all sizes.
-- ==
-- entry: histogram
-- input { 10i64 } output { true }
-- input { 3001i64 } output { true }
-- input { 40009i64 } output { true }
-- entry: rows
-- input { 10i64 } output { true }
-- input { 40009i64 } output { true }

-- xs[0] is 1, which nobody knows before the device has it.
entry histogram (n: i64): bool =
  let xs = map (\i -> if i == 0 then 1f64 else if i % 64 == 0 then 2 else if i % 64 == 1 then 0.5 else 1) (iota n)
  let is = map (\i -> if i % 64 < 2 then i / 64 % 4 else i % 4) (iota n)
  let hs = reduce_by_index (replicate 4 1f64) (*) xs[0] is xs
  let rs = loop rs = replicate 4 1f64 for i < n do rs with [is[i]] = rs[is[i]] * xs[i]
  in and (map2 (==) hs rs)

-- As many ones in each column as rows.
entry rows (n: i64): bool =
  let xs = map (\i -> i % 3 / 3) (iota n)
  let sums = reduce (map2 (+)) (replicate 5 xs[0]) (map (\i -> map (\j -> 1 + 0 * (i + j)) (iota 5)) (iota n))
  in and (map (== n) sums)
