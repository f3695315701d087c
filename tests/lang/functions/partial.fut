-- Functions are applied to fewer arguments than they have.
-- ==
-- input { 3 } output { 13 [4, 5] 103 }
def add (x: i32) (y: i32) = x + y
def add10 = add 10
def main (x: i32) = (add10 x, map (add x) [1, 2], let f = add 100 in f x)
