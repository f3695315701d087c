-- An unknown member of a module.
-- ==
-- error: squirt
def main (x: f64) = f64.squirt x
