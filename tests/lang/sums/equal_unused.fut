-- A value without payload equals its constructor, whatever size the payload of its branch has.
-- ==
-- input { true 3i64 } output { true }
-- input { false 3i64 } output { false }
type opt 't = #some t | #none
def f (b: bool) (n: i64): opt ([]i64) = if b then #none else #some (iota n)
def main (b: bool) (n: i64) = f b n == #none
