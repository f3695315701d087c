-- All errors of a program are told, not only the first.
-- ==
-- error: foo.*bar
def f (x: i32) = foo x
def main (x: i32) = bar x
