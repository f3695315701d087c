-- <| with arguments of known size, of sizes that are expressions, and of sizes bound before.
-- ==
-- input { [1i64, -2i64, 3i64] 2i64 } output { 4i64 10i64 3i64 -2i64 4i64 2i64 4i64 6i64 }
def main (xs: []i64) (n: i64) =
  let ys = filter (> 0) xs
  in (i64.sum <| ys, i64.sum <| map (+ 1) <| map (+ 2) ys, i64.sum <| iota (n + 1), i64.sum <| xs[1:n], i64.sum <| xs ++ [n],
      length <| ys, (\x -> x) <| (* 2) <| n, i64.sum <| replicate (n + 1) 2)
