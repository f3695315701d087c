-- Parentheses around one value are no tuple.
-- ==
-- input { 4 } output { 4 }
def main (x: i32) = ((x))
