-- A loop goes over a range as over any array.
-- ==
-- input { 5 } output { 14 }
def main (n: i32) = loop s = 0 for i in 2...n do s + i
