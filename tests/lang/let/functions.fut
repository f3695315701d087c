-- Local functions see the names around them, and those named later do not change them.
-- ==
-- input { 3 } output { 8 9 }
def main (x: i32) =
  let k = 5
  let f y = y + k
  let g (y: i32) (z: i32): i32 = f y + z - k
  let k = 100
  in (f x, g x (k - 94))
