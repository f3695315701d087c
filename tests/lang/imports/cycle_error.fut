-- A file that imports itself.
-- ==
-- error: E0902
import "cycle_error"
def main (x: i32) = x
