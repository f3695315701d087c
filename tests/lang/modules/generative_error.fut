-- Two applications of a functor have different abstract types.
-- ==
-- error: E0201.*(b.t)
module mk (P: {}): {type t val x: t val f: t -> t} = {type t = i32 def x = 1i32 def f (x: t) = x}
module a = mk {}
module b = mk {}
def main (x: i32) = let _ = a.f b.x in x
