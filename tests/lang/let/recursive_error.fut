-- A local function does not know itself.
-- ==
-- error: E0301
def main (x: i32) = let f y = if y == 0 then 0 else f (y - 1) in f x
