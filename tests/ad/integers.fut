-- Integers have the derivatives of wrapping arithmetic; bools and what becomes of sizes and bits have none.
-- ==
-- entry: ring
-- input { 3i32 } output { 6i32 6i32 -1i32 -1i32 8i32 8i32 }
-- input { -2000000000i32 } output { 294967296i32 294967296i32 -1i32 -1i32 8i32 8i32 }
-- ==
-- entry: bools
-- input { true } output { false false false false }
-- ==
-- entry: sizes
-- input { 5i64 } output { 0i64 0i64 15i64 15i64 }
-- ==
-- entry: bits
-- input { 2.5 } output { 0u64 0.0 0.0 0.0 }
-- ==
-- entry: conversions
-- input { 3i32 2.5 } output { 2.5 2i32 6i32 6.0 }

entry ring (x: i32) =
  (jvp (\x -> x * x) x 1, vjp (\x -> x * x) x 1, jvp (\x -> !x) x 1, vjp (\x -> !x) x 1, jvp (<< 3) x 1, vjp (<< 3) x 1)

entry bools (b: bool) = (jvp (\b -> !b) b true, vjp (\b -> !b) b true, jvp (\b -> b && b) b true, vjp (\b -> b || b) b true)

-- How many numbers there are does not depend on n as far as derivatives go, but what they are does.
entry sizes (n: i64) =
  ( jvp (\n -> i64.sum (iota n)) n 1, vjp (\n -> i64.sum (iota n)) n 1
  , jvp (\n -> i64.sum (map (* n) [1, 2, 3, 4, 5])) n 1, vjp (\n -> i64.sum (map (* n) [1, 2, 3, 4, 5])) n 1)

entry bits (x: f64) =
  ( jvp f64.to_bits x 1, vjp f64.to_bits x 1
  , jvp (\x -> f64.from_bits (f64.to_bits x)) x 1, vjp (\x -> f64.from_bits (f64.to_bits x)) x 1)

entry conversions (i: i32) (x: f64) =
  (jvp (\i -> f64.i32 i * 2.5) i 1, vjp (\i -> f64.i32 i * 2.5) i 1, jvp (\x -> i32.f64 x * 3) x 2.5, vjp (\x -> i32.f64 x * 3) x 2)
