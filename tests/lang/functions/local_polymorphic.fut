-- A local function with type parameters is polymorphic.
-- ==
-- input { 1 2.5 } output { 1 2.5 }
def main (x: i32) (y: f64) = let id' 'a (z: a) = z in (id' x, id' y)
