-- What a module opens locally is not visible through it.
-- ==
-- error: E0301.*(unknown name f in module c)
module a = {def f (x: i32) = x + 1}
module c = {local open a def h (x: i32) = f x}
def main (x: i32) = c.f x
