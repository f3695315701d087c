-- The operator of a histogram is on a scalar and an array together, in either order, also inside a loop.
-- ==
-- input { [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]] [0i64, 1i64, 0i64] } output { [2i64, 1i64] [[6.0, 8.0], [3.0, 4.0]] [[6.0, 8.0], [3.0, 4.0]] [2i64, 1i64] }
type counted [d] = {count: i64, total: [d]f64}
def main [n] [d] (xs: [n][d]f64) (is: [n]i64) =
  let none: counted [d] = {count = 0, total = replicate d 0}
  let add (a: counted [d]) (b: counted [d]): counted [d] = {count = a.count + b.count, total = map2 (+) a.total b.total}
  let h = loop h = replicate 2 none for i < 2 do
    if i == 0 then h
    else reduce_by_index h add none is (map (\x -> {count = 1, total = x}) xs)
  let (t, c) = reduce_by_index (replicate 2 (replicate d 0, 0i64)) (\(a, b) (c, d) -> (map2 (+) a c, b + d))
                               (replicate d 0, 0) is (map (\x -> (x, 1)) xs) |> unzip
  in (map (.count) h, map (.total) h, t, c)
