-- A value's name is no type.
-- ==
-- error: .
def t = 1i32
def main (x: t) = x
