-- A function of a file does not know itself, nor those that come later.
-- ==
-- error: E0301.*(even)
def odd (x: i32): bool = if x == 0 then false else even (x - 1)
def even (x: i32): bool = if x == 0 then true else odd (x - 1)
def main (x: i32) = even x
