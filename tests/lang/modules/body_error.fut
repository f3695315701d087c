-- The body of a functor is checked without any application.
-- ==
-- error: E0203.*(P.t)
module f (P: {type t val x: t}) = {def y = P.x + 1}
def main (x: i32) = x
