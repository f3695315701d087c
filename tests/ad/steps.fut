-- Floats that become integers on the way are step functions; functions of integers have derivatives of their own.
-- ==
-- entry: ramp
-- input { 1.5 } output { 3.0 3.0 }
-- ==
-- entry: cell
-- input { 1.25 [1.0, 4.0, 9.0, 16.0] } output { 5.0 5.0 [0.0, 0.75, 0.25, 0.0] }
-- ==
-- entry: second
-- input { 1.6 } output { 13.8 13.8 13.8 }
-- ==
-- entry: called
-- input { 3.75 } output { 2.5 2.5 }
-- ==
-- entry: rounds
-- input { 7.25 } output { 2.0 2.0 }
-- ==
-- entry: within
-- input { 2.5 } output { 3.0 6.0 }
-- ==
-- entry: numbers
-- input { 2.5 3i32 } output { 3i32 6.0 2.5 2i32 }

def fraction (u: f64) = u - f64.i64 (i64.f64 u)

entry ramp (x: f64) = let f u = 3 * fraction u in (jvp f x 1, vjp f x 1)

-- | A table between whole numbers.
def table [n] (xs: [n]f64) (u: f64) =
  let i = i64.max 0 (i64.min (n - 2) (i64.f64 u))
  let r = u - f64.i64 i
  in xs[i] * (1 - r) + xs[i + 1] * r

entry cell (u: f64) (xs: []f64) = (jvp (table xs) u 1, vjp (table xs) u 1, vjp (\xs -> table xs u) xs 1)

entry second (x: f64) =
  let f u = let r = u + f64.i32 (i32.f64 (2 * u)) in r * r * r / 2
  in (jvp (\u -> jvp f u 1) x 1, vjp (\u -> vjp f u 1) x 1, jvp (\u -> vjp f u 1) x 1)

-- | Halves until little is left, and counts how often.
def count (u: f64) (n: i64) : f64 = if u < 1 then u * 2 + f64.i64 n else count (u - f64.i64 (1 + i64.f64 (u / 2))) (n + 1)

entry called (x: f64) = let f u = 1.25 * count u 0 in (jvp f x 1, vjp f x 1)

entry rounds (x: f64) =
  let f u = loop u = u for i < 3 do u - f64.i64 (i64.f64 (u / 2)) + f64.i64 i
  in (jvp (\u -> 2 * f u) x 1, vjp (\u -> 2 * f u) x 1)

-- | What is differentiated within has an integer as its result, and so the derivative of that.
entry within (x: f64) =
  let f x = f64.i32 (jvp (\y -> i32.f64 y * 3) x 1)
  in (f x, vjp (\x -> f x * x + f64.i32 (i32.f64 x)) x 2)

entry numbers (x: f64) (i: i32) = (jvp (\x -> i32.f64 x * 3) x 1, vjp (\x -> i32.f64 x * 3) x 2, jvp (\i -> f64.i32 i * 2.5) i 1, vjp (\i -> f64.i32 i * 2.5) i 1)
