-- A name is known from its let on, not before.
-- ==
-- error: unknown
def main (x: i32) = let a = b let b = x in a
