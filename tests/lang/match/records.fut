-- match takes records apart, by literal fields too.
-- ==
-- input { 1 2 } output { 2 }
-- input { 5 2 } output { 10 }
def main (x: i32) (y: i32) = match {a = x, b = y} case {a = 1, b} -> b case {a, b} -> a * b
