-- What a float outside the range of an integer becomes is the same on every backend.
-- ==
-- random input { [100]f64 } auto output
-- input { [1e20, -1e20, 300.0, -5.0, f64.nan, f64.inf, -f64.inf] } auto output
def main (ys: []f64) = let xs = map (* 10) ys in (map i32.f64 xs, map u8.f64 xs, map i64.f64 xs, map u64.f64 xs, map i8.f64 xs, map u32.f64 xs)
