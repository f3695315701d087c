-- Ranges are of integers only.
-- ==
-- error: E0203
def main (a: f64) = a..<10
