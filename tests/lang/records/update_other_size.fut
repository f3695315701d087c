-- An updated field may get an array of another size.
-- ==
-- input { [1, 2, 3] } output { 4i64 [1, 2, 3, 7] 6i64 2i64 }
type~ bag = {name: i32, items: []i32}

def add (x: i32) (b: bag) = b with items = b.items ++ [x]

def main (xs: []i32) =
  let b = add 7 {name = 1, items = xs}
  let r = {inner = {xs, k = 2i32}, label = true} with inner.xs = xs ++ xs
  let s = {pair = (xs, xs)} with pair.0 = [r.inner.k, 0]
  in (length b.items, b.items, length r.inner.xs, length s.pair.0)
