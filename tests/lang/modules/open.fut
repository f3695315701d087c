-- Open brings names into scope and exports them; local open does not.
-- ==
-- input { 3 } output { 4 5 }
module a = {def f (x: i32) = x + 1}
module b = {open a def g (x: i32) = f x + 1}
module c = {local open a def h (x: i32) = f x}
open b
def main (x: i32) = (c.h x, b.f (f x))
