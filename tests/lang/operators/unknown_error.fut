-- An operator that nothing defines is an unknown name.
-- ==
-- error: <\+>
def main (x: i32) = x <+> 1
