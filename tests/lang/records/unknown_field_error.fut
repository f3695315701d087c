-- A record has only the fields that it has.
-- ==
-- error: E0204.*(c)
def main (x: i32) = {a = x, b = x}.c
