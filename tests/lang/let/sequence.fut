-- in may be left out between lets.
-- ==
-- input { 3 } output { 10 }
def main (x: i32) =
  let a = x + 1
  let b = a + x in
  let c = b + x
  in c
