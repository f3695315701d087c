-- A file that is not there.
-- ==
-- error: E0902.*(nowhere)
import "nowhere"
def main (x: i32) = x
