-- >-> and <-< compose functions, the data going with the arrow.
-- ==
-- input { 5 } output { 12 11 13 }
def inc (x: i32) = x + 1
def dbl (x: i32) = x * 2
def main (x: i32) = ((inc >-> dbl) x, (inc <-< dbl) x, (inc >-> dbl >-> inc) x)
