-- A number has no fields, also before its type is known.
-- ==
-- error: E0204
def f = let x = 1.5 in x.y
