-- Functions as arguments and as results.
-- ==
-- input { 3 } output { 12 81 5 }
def twice 'a (f: a -> a) (x: a) = f (f x)
def adder (k: i32) = \x -> x + k
def choose (b: bool) (x: i32) (y: i32) = if b then x else y
def main (x: i32) = (twice (* 2) x, twice (** 2) x, adder 2 x)
