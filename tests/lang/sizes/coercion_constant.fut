-- A coercion to a constant size.
-- ==
-- input { [1, 2] } output { 3 }
-- input { [1, 2, 3] } error: 2
def main (a: []i32) = let b = a :> [2]i32 in b[0] + b[1]
