-- The counter of a loop is known in its body only.
-- ==
-- error: i
def main (n: i32) = (loop s = 0 for i < n do s + i) + i
