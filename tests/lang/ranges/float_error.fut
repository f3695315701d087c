-- Ranges are of integers only.
-- ==
-- error: .
def main (a: f64) = a..<10
