-- Refining a type that the module type does not have.
-- ==
-- error: E0605.*(has no type u)
module type S = {type t}
module m: S with u = i32 = {type t = i32}
def main (x: i32) = x
