-- A file that imports itself.
-- ==
-- error: .
import "cycle_error"
def main (x: i32) = x
