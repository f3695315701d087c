-- Sizes of parameters in a specification need names.
-- ==
-- error: E0404
module type S = {val f: []i32 -> i32}
def main (x: i32) = x
