-- A coercion changes sizes only.
-- ==
-- error: E0201
def main (a: []i32) = a :> [2]f32
