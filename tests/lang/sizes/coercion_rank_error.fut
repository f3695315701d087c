-- A coercion does not change the number of dimensions.
-- ==
-- error: .
def main (a: []i32) = a :> [2][2]i32
