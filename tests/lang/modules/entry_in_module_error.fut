-- Entry points stand at top level only, also when a functor makes them.
-- ==
-- error: E0212
module f (P: {val x: i32}) = {entry g (y: i32) = P.x + y}
def main (x: i32) = x
