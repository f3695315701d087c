-- The counter of a loop is known in its body only.
-- ==
-- error: E0301.*(i)
def main (n: i32) = (loop s = 0 for i < n do s + i) + i
