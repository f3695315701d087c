-- A function with a tangent of its own (Raido's addition): forward derivatives use it, reverse ones the function's code.
-- ==
-- entry: main
-- input { 3.0 } output { 9.0 1006.0 6.0 2.0 }

-- ==
-- entry: arrays
-- input { [1.0, 2.0] }
-- output { [5.0, 10.0] [[10.0, 0.0], [0.0, 10.0]] [[2.0, 0.0], [0.0, 4.0]] }

-- ==
-- entry: parts
-- input { 2.0 } output { 14.0 6.0 }
def sq (x: f64) = with_jvp (\x -> x * x) (\x dx -> 2 * x * dx + 1000) x

-- The value, the tangent by the rule, the adjoint by the code; the rule's own derivative by the code of the rule.
entry main (x: f64) = (sq x, jvp sq x 1, vjp sq x 1, jvp (\y -> jvp sq y 1) x 1)

-- A rule for arrays, with several seeds; it runs once for each of them.
entry arrays (x: []f64) =
  let k = 5.0
  let f = with_jvp (map (\x -> x * x)) (\_ dx -> map (* (2 * k)) dx)
  in (map (* k) x, jmp f x [[1, 0], [0, 1]], mjp f x [[1, 0], [0, 1]])

-- Tuples in and out; an argument that is constant has tangent zero.
entry parts (x: f64) =
  let f = with_jvp (\(a, b) -> (a * b, a)) (\(a, b) (da, db) -> (da * b + a * db + 1, da * 7))
  let g y = let (p, q) = f (y, 3) in p + q
  in (jvp g x 1 + 3, vjp g x 1 + 2)
