-- Loops nest, and the bound of the inner one depends on the outer counter.
-- ==
-- input { 4 } output { 10 }
def main (n: i32) = loop s = 0 for i < n do loop t = s for _j < i + 1 do t + 1
