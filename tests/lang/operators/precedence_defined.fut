-- A user operator has the precedence of the longest standard operator that begins its name.
-- ==
-- input { 2 3 4 } output { 16 10 }
def (+^) (a: i32) (b: i32) = a + b + 2
def (*^) (a: i32) (b: i32) = a * b
def main (a: i32) (b: i32) (c: i32) = (a +^ b *^ c, a *^ b + c)
