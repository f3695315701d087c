-- Record patterns as parameters.
-- ==
-- input { 3 4 } output { 7 -1 }
def add {x: i32, y: i32} = x + y
def sub ({x, y}: {x: i32, y: i32}) = x - y
def main (x: i32) (y: i32) = (add {x, y}, sub {y = y, x = x})
