-- A sum of many floats in single precision, within its error.
-- ==
-- input { 100000i64 } output { 500000.0f32 }
def main (n: i64) = f32.sum (map (\i -> f32.i64 (i % 11)) (iota n)) |> \s -> if f32.abs (s - 499995) < 10 then 500000 else s
