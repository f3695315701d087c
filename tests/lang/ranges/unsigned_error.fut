-- Ranges are of signed integers only.
-- ==
-- error: E0203.*signed integer type
def main (a: u8) (b: u8) = a..<b
