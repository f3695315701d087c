-- A file that is not there.
-- ==
-- error: nowhere
import "nowhere"
def main (x: i32) = x
