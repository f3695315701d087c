-- Type abbreviations, with parameters and sizes.
-- ==
-- input { 1 2 } output { 3 [1, 2, 3] 2.5 }
type int = i32
type pair 'a 'b = (a, b)
type vec [n] = [n]int
type named 't = {v: t}
def sum (p: pair int int): int = p.0 + p.1
def three (a: int) (b: int): vec [3] = [a, b, a + b]
def get 't (x: named t): t = x.v
def main (a: i32) (b: i32) = (sum (a, b), three a b, get {v = 2.5})
