-- An unannotated numeric definition is of one type only.
-- ==
-- error: E0201
def inc x = x + 1
def main (x: f64) = inc x
