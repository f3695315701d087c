-- An unknown member of a module.
-- ==
-- error: E0301.*(squirt)
def main (x: f64) = f64.squirt x
