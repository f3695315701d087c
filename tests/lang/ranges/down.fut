-- x..>y goes down to y without it.
-- ==
-- input { 5 2 } output { [5, 4, 3] }
-- input { 2 2 } output { empty([0]i32) }
def main (a: i32) (b: i32) = a..>b
