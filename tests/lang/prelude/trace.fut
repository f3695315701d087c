-- trace and #[trace] give their argument, also under derivatives and in maps; what they show is no result.
-- ==
-- entry: values
-- input { 2i64 } output { [2i64, 3i64] [true, true] }
entry values (n: i64) =
  let p = trace {a = n, b = (true, 1.5f32)}
  let qs = trace (zip (iota n) (replicate n p.b.0))
  in (map (\i -> #[trace(el)] (trace i + p.a)) (iota n), (unzip qs).1)
-- ==
-- entry: slope
-- input { 3.0 } output { 6.0 }
entry slope (x: f64) = vjp (\x -> trace (x * x)) x 1
