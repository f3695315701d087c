-- Adjoints of one's own for arrays: what f reads beside its argument has no part in them.

def sq (x: f64) = with_vjp (\x -> x * x) (\y yb -> 100 * yb + y) x
-- ==
-- entry: mapped
-- input { [1.0, 3.0] } output { [201.0, 209.0] }
entry mapped (xs: []f64) = vjp (\xs -> f64.sum (map (\x -> 2 * sq x) xs)) xs 1
def norm [n] (xs: [n]f64): [n]f64 =
  with_vjp (\(xs: [n]f64) -> let s = f64.sum xs in map (/ s) xs) (\ys yb -> map2 (*) ys yb) xs
-- ==
-- entry: norms
-- input { [1.0, 3.0] } output { [0.25, 0.75] }
entry norms (xs: []f64) = vjp norm xs (map (const 1) xs)
-- ==
-- entry: free
-- input { [1.0, 3.0] } output { 1.0 }
entry free (xs: []f64) = vjp (\y -> with_vjp (\x -> x * y) (\_ b -> b) y) xs[1] 1
-- ==
-- entry: tape
-- input { [1.0, 3.0] } output { [7.0, 21.0] }
entry tape (xs: []f64) = vjp (map (with_vjp_tape (\x -> ((x, 7), x * x)) (\((a, k), yb) -> k * a * yb))) xs (map (const 1) xs)
