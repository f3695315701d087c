-- A record has each field once.
-- ==
-- error: E0304.*(a)
def main (x: i32) = {a = x, a = x}.a
