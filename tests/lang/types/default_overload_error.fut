-- An unannotated numeric definition is of one type only.
-- ==
-- error: .
def inc x = x + 1
def main (x: f64) = inc x
