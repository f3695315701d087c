-- A type that nothing defines is an unknown name.
-- ==
-- error: foo
def main (x: foo) = x
