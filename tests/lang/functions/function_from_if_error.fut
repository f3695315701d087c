-- A function may not be the result of if.
-- ==
-- error: E0207
def main (b: bool) (x: i32) = (if b then (+ 1) else (* 2)) x
