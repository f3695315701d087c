-- Floats are cut to integers towards zero.
-- ==
-- input { [1.9, -1.9, 0.5, -0.5, 100.0] } output { [1, -1, 0, 0, 100] [1i8, -1i8, 0i8, 0i8, 100i8] [1i64, -1i64, 0i64, 0i64, 100i64] }
def main (xs: []f64) = (map i32.f64 xs, map i8.f64 xs, map i64.f64 xs)
