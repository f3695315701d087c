-- Left of <| stands what comes into being first: its type can't have a size that the argument makes known.
-- ==
-- error: known when the operand to the right is computed
def main (xs: []i32) = i32.sum <| filter (> 0) xs
