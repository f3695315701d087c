-- Infinities and nan become the integer 0, from every float type.
-- ==
-- entry: doubles
-- input { [f64.nan, f64.inf, -f64.inf, 1.5] } output { [0, 0, 0, 1] [0u8, 0u8, 0u8, 1u8] [0i64, 0i64, 0i64, 1i64] [0i16, 0i16, 0i16, 1i16] }
entry doubles (xs: []f64) = (map i32.f64 xs, map u8.f64 xs, map f64.to_i64 xs, map i16.f64 xs)
-- ==
-- entry: singles
-- input { [f32.nan, f32.inf, -f32.inf, 1.5f32] } output { [0, 0, 0, 1] [0u64, 0u64, 0u64, 1u64] }
entry singles (xs: []f32) = (map i32.f32 xs, map u64.f32 xs)
-- ==
-- entry: halves
-- input { [f16.nan, f16.inf, -f16.inf, 1.5f16] } output { [0, 0, 0, 1] [0u64, 0u64, 0u64, 1u64] }
entry halves (xs: []f16) = (map i32.f16 xs, map u64.f16 xs)
