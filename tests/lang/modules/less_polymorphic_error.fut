-- A definition may not be less polymorphic than its specification.
-- ==
-- error: asks for more types than the definition serves
module m: {val f 'a: a -> a} = {def f (x: i32) = x}
def main (x: i32) = x
