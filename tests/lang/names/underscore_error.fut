-- _ is a pattern and no name.
-- ==
-- error: .
def main (_: i32) = _
