-- Arrays of records: map to a field, projection of a function.
-- ==
-- input { [1, 2] } output { [1, 2] [2.0, 4.0] 6.0 }
def main (xs: []i32) =
  let rs = map (\x -> {n = x, v = f64.i32 x * 2}) xs
  in (map (.n) rs, map (\r -> r.v) rs, f64.sum (map (.v) rs))
