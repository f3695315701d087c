-- A value may have the name of a module, which stays usable.
-- ==
-- input { 4f64 } output { 2f64 }
def main (f64: f64) = f64.sqrt f64
