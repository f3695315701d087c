-- A name is known from its let on, not before.
-- ==
-- error: E0301.*(unknown)
def main (x: i32) = let a = b let b = x in a
