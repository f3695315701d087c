-- A module type that is not defined.
-- ==
-- error: E0316.*(nothing)
module m: nothing = {}
def main (x: i32) = x
