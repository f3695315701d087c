-- A map reads one component of a scan of pairs, the other one is a result.
-- ==
-- entry: both
-- input { 5i64 } output { [0i64, 1i64, 3i64, 6i64, 10i64] [1i64, 3i64, 5i64, 5i64, 5i64] }
-- entry: ends
-- input { 100000i64 } output { 4999950000i64 5i64 }
entry both (n: i64) =
  let (sums, tops) =
    scan (\(a, b) (c, d) -> (a + c, i64.max b d)) (0, i64.lowest) (map (\i -> (i, i * 7 % 5)) (iota n))
    |> unzip
  in (sums, map (+ 1) tops)

entry ends (n: i64) = let (sums, tops) = both n in (last sums, last tops)
