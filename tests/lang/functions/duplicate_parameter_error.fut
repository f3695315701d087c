-- Parameters have different names.
-- ==
-- error: x
def main (x: i32) (x: i32) = x
