-- The size of a result is written with the names outside; a chain of lets that doubles it makes it unknown in the end.
-- ==
-- input { 0i64 } output { empty([0]i64) }
-- input { 1i64 } output { [0i64, 1i64, 2i64, 3i64] }
def main (n: i64) =
  let x = n + n
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let x = x + x - x
  let y = x * 2
  in iota y
