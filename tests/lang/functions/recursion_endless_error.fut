-- Recursion without an end fails, and does no harm.
-- ==
-- input { 1i64 }
-- error: endless calls itself too deeply
def endless (n: i64): i64 = 1 + endless (n + 1)
def main (n: i64) = endless n
