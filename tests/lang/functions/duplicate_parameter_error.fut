-- Parameters have different names.
-- ==
-- error: E0304.*(x)
def main (x: i32) (x: i32) = x
