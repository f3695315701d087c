-- The elements of an array literal have one type.
-- ==
-- error: E0201
def main = [1i32, 2.0f64]
