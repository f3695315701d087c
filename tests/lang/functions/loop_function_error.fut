-- A function may not be a loop parameter.
-- ==
-- error: E0207
def main (x: i32) = (loop f = (\y -> y + 1i32) for _i < 3i32 do \y -> f (f y)) x
