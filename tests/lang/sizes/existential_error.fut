-- A function's unknown result size cannot be that of its parameter.
-- ==
-- error: E0401
def pos [n] (xs: [n]i32): [n]i32 = filter (> 0) xs
def main (xs: []i32) = pos xs
