-- A while loop tests before each iteration.
-- ==
-- input { 1 } output { 128 7 }
-- input { 100 } output { 100 1 }
-- input { 200 } output { 200 0 }
def main (x: i32) = loop (y, k) = (x, 0) while y < 100 || (k == 0 && y == 100) do if y == 100 then (y, 1) else (y * 2, k + 1)
