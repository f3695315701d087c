-- A type that nothing defines is an unknown name.
-- ==
-- error: E0302.*(foo)
def main (x: foo) = x
