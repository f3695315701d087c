-- A record has each field once.
-- ==
-- error: a
def main (x: i32) = {a = x, a = x}.a
