-- A coercion does not change the number of dimensions.
-- ==
-- error: E0201
def main (a: []i32) = a :> [2][2]i32
