-- A type abbreviation takes all its arguments.
-- ==
-- error: E0305
type pair 'a 'b = (a, b)
def main (x: pair i32) = x.0
