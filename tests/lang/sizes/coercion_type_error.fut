-- A coercion changes sizes only.
-- ==
-- error: .
def main (a: []i32) = a :> [2]f32
