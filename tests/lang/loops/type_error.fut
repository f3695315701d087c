-- The body of a loop has the type of its parameter.
-- ==
-- error: E0203
def main (n: i32) = loop s = 0 for _i < n do true
