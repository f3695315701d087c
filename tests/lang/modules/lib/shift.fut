-- A module in a file, to be imported.
local def by = 5i32
def f (x: i32) = x + by
