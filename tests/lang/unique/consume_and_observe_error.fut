-- One array may not be consumed and observed in one call.
-- ==
-- error: E0501
def f (a: *[]i32) (b: []i32) = a with [0] = b[0]
def main (xs: *[]i32) = f xs xs
