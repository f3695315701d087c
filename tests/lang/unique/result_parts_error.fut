-- The parts of a result that is not unique may share memory with each other.
-- ==
-- error: E0501
def f (n: i64) : ([]i64, []i64) = let a = iota n in (a, a)
def main (n: i64) =
  let (a, b) = f n
  let a[0] = 0
  in (a, b)
