-- A loop parameter with a fixed size cannot change it.
-- ==
-- error: E0401
def main [n] (xs: [n]i32) = loop (ys: [n]i32) = xs for _i < 3i32 do ys ++ ys
