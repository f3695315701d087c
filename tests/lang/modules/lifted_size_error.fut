-- An ordinary abstract type may not hide sizes: arrays of it would be irregular.
-- ==
-- error: E0603.*(sizes that are not known)
module m: {type t} = {type~ t = []i32}
def main (x: i32) = x
