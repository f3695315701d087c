-- The branches have one type.
-- ==
-- error: .
def main (b: bool) = if b then 1i32 else 2.0f64
