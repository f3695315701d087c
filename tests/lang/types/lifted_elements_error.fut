-- A type declared with type~ may not be the element of an array, whatever it stands for.
-- ==
-- error: E0207.*arrays may not hold
type~ rows = []i32
def first (xs: [2]{r: rows}) = xs[0]
