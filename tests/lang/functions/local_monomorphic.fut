-- A local function without type parameters is of one type.
-- ==
-- error: E0201
def main (x: i32) (y: f64) = let id' z = z in (id' x, id' y)
