-- The prefix operator ! is no function.
-- ==
-- error: E0102.*prefix operator
def f = map (!) [true]
