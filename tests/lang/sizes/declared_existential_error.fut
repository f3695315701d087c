-- A size ?[k] of a declared result stays unknown, whatever the body has.
-- ==
-- error: E0401
def count (n: i64): ?[k].[k]i64 = iota n
def main (n: i64) = zip (count n) (iota n)
