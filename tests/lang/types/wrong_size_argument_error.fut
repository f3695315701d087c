-- A size parameter takes a size, not a type.
-- ==
-- error: E0305
type vec [n] = [n]i32
def main (x: vec i32) = x[0]
