-- The result of a local function that is declared unique may be consumed.
-- ==
-- input { [1i32, 2] } output { [7i32, 2] [1i32, 2] }
def main [n] (xs: [n]i32): ([n]i32, [n]i32) =
  let own (ys: [n]i32): *[n]i32 = copy ys
  in (own xs with [0] = 7, xs)
