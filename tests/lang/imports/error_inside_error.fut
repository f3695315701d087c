-- An error in an imported file is told with that file's place.
-- ==
-- error: wrong.fut
import "lib/wrong"
def main (x: i32) = x
