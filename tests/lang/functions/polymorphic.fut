-- A polymorphic function at several types.
-- ==
-- input { 1 2.5 } output { 2.5 1 [1, 1] true }
def swap 'a 'b (x: a, y: b): (b, a) = (y, x)
def dup 't (x: t): [2]t = [x, x]
def main (x: i32) (y: f64) = let (a, b) = swap (x, y) in (a, b, dup x, (swap (true, x)).1)
