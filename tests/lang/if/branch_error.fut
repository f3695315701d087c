-- The branches have one type.
-- ==
-- error: E0201
def main (b: bool) = if b then 1i32 else 2.0f64
