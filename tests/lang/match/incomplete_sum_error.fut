-- A match that leaves out a constructor is refused.
-- ==
-- error: E0209
type t = #a | #b i32
def f (x: t) = match x case #a -> 1i32
def main (x: i32) = f (#b x)
