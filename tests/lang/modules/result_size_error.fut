-- A specified result size that the definition does not promise.
-- ==
-- error: sizes n and k differ
module m: {val f [n]: [n]i32 -> [n]i32} = {def f (xs: []i32) = filter (> 0) xs}
def main (x: i32) = x
