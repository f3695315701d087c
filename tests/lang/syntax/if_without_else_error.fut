-- An if has an else.
-- ==
-- error: .
def main (x: i32) = if x > 0 then x
