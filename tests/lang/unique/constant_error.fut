-- A definition of the file may not be consumed.
-- ==
-- error: E0502
def table = [1i32, 2]
def main (x: i32) = table with [0] = x
