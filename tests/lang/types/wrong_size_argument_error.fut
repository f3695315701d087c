-- A size parameter takes a size, not a type.
-- ==
-- error: .
type vec [n] = [n]i32
def main (x: vec i32) = x[0]
