-- Assertions and attributes are no part of a size: what they stand before keeps its size and type.
-- ==
-- entry: asserted
-- input { 3i64 } output { [0, 0, 0] [0i64, 2i64, 4i64] }
-- input { 0i64 } error: .
-- entry: attributed
-- input { [1, 2, 3] } output { [2, 4, 6] [3i64, 4i64, 5i64] }
-- entry: nearby
-- input { [1, 2, 3] } output { [1] [2, 3, 4] }
-- entry: inner
-- input { 4i64 } output { [0i64, 2i64, 4i64, 6i64, 8i64] }
entry asserted (n: i64): ([n]i32, [n]i64) =
  (replicate (assert (n > 0) n) 0, map2 (+) (iota (assert (n > 0) n)) (iota n))

entry attributed [n] (xs: [n]i32): ([n]i32, [n]i64) =
  (#[sequential] map2 (+) xs (#[unsafe] xs), map (+ 3) (iota (#[trace] n)))

entry nearby [n] (xs: [n]i32): ([1]i32, [n]i32) =
  let k = assert (n > 1) n
  let up (ys: [n]i32): [n]i32 = #[noinline] map (+ 1) ys
  in (take 1 xs, let zs = replicate k 0 in map2 (+) (up xs) (zs :> [n]i32))

entry inner (k: i64) =
  map2 (+) (iota ((#[unsafe] k) + 1)) (iota (assert (k > 0) (k + 1)))
