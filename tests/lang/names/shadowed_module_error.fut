-- Values and modules share a name space: a value hides a module of its name.
-- ==
-- error: type f64 has no field sqrt
def main (f64: f64) = f64.sqrt f64
