-- A constant whose value fails fails the program that uses it.
-- ==
-- input { 1 } error: .
def table = [10i32, 20, 30]
def bad = table[opaque 7]
def main (x: i32) = x + bad
