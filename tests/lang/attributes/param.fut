-- A tuning parameter is a number of type i64 that whoever runs the program may set; the file beside this one sets one of two.
-- ==
-- entry: usual
-- input { 10i64 } output { 50i64 }
-- ==
-- entry: set
-- input { 10i64 } output { 70i64 }
-- ==
-- entry: chunks
-- input { [1i64, 2i64, 3i64, 4i64] } output { [[1i64, 2i64], [3i64, 4i64]] }
-- ==
-- entry: derivative
-- input { 3.0 } output { 2.0 }

entry usual (x: i64): i64 = x * #[param(unset)] (2 + 3)

entry set (x: i64): i64 = x * #[param(chunk)] 5

entry chunks (xs: []i64): [][]i64 =
  let k = #[param(rows)] 4
  in unflatten (sized (k * 2) xs)

entry derivative (x: f64): f64 = vjp (\x -> x * f64.i64 (#[param(rows)] i64.f64 x)) x 1
