-- A for loop counts from 0 to the bound, which is evaluated once; it may run no times.
-- ==
-- input { 5 } output { 10 80 }
-- input { 0 } output { 0 0 }
-- input { -3 } output { 0 -3 }
def main (n: i32) = (loop s = 0 for i < n do s + i, loop n = n for _i < n - 1 do n * 2)
