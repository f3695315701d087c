-- _ is a pattern and no name.
-- ==
-- error: E0101
def main (_: i32) = _
