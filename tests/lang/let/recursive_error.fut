-- A local function does not know itself.
-- ==
-- error: .
def main (x: i32) = let f y = if y == 0 then 0 else f (y - 1) in f x
