-- A value's name is no type.
-- ==
-- error: E0302
def t = 1i32
def main (x: t) = x
