-- == and != compare tuples, records and arrays by value.
-- ==
-- input { [1, 2] [1, 2] } output { true false true true }
-- input { [1, 2] [1, 3] } output { false true true false }
-- input { [1, 2] [1, 2, 3] } output { false true true false }
def main [n][m] (xs: [n]i32) (ys: [m]i32) =
  let eq = n == m && xs == (ys :> [n]i32)
  in (eq, !eq, (1, 'a', true) == (1, 'a', true) && {a = 1, b = 2.0} == {b = 2.0, a = 1}, if n == m then xs == (ys :> [n]i32) else false)
