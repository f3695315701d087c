-- What one branch consumes is gone after the if, also when the other branch gives it.
-- ==
-- error: E0501
def main (xs: *[]i32) (c: bool) =
  let ys = if c then xs with [0] = 9 else xs
  in (ys, xs[0])
