-- let takes tuples and records apart, with and without types, and _ for what is not wanted.
-- ==
-- input { 1 2.5 } output { 2.5 1 3 1 }
def main (x: i32) (y: f64) =
  let (a, b) = (y, x)
  let {p, q = r} = {p = x, q = 3}
  let (_, (c: i32)) = (true, p)
  in (a, b, r, c)
