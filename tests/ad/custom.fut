-- Rules of the user's own, with_vjp and with_jvp, whose functions capture variables: such get no adjoint, their tangents do
-- not count, and a rule in a loop sees those of its iteration.
-- ==
-- entry: loop_vjp loop_jvp
-- input { 2.0 } output { 3.0 }
-- entry: captured_vjp captured_jvp inner
-- input { 2.0 } output { 0.0 }
-- entry: both
-- input { 2.0 3.0 } output { 30.0 0.0 3.0 2.0 }
-- entry: constant kept_vjp kept_jvp primal_vjp primal_jvp
-- input { 2.0 } output { 10.0 }
-- entry: nested
-- input { [1.0, 2.0, 3.0] } output { [30.0, 60.0, 90.0] }

entry loop_vjp (x: f64) = vjp (\x -> loop acc = 0 for i < 3i64 do let c = f64.i64 i in acc + with_vjp (* c) (\_ a -> a * c) x) x 1
entry loop_jvp (x: f64) = jvp (\x -> loop acc = 0 for i < 3i64 do let c = f64.i64 i in acc + with_jvp (* c) (\_ a -> a * c) x) x 1

entry captured_vjp (x: f64) = vjp (\y -> with_vjp (* y) (\_ a -> a * y) x) x 1
entry captured_jvp (x: f64) = jvp (\y -> with_jvp (* y) (\_ a -> a * y) x) x 1

-- The argument belongs to the outer derivative, what is captured to the inner one.
entry inner (x: f64) = vjp (\x -> vjp (\y -> with_vjp (* y) (\_ a -> a * y) x) 3 1) x 1

-- Forward derivatives do not use the adjoint: they see through the captured variable.
entry both (x: f64) (y: f64) =
  let f (x, y) = with_vjp (* y) (\_ a -> a * 10 * y) x
  let (a, b) = vjp f (x, y) 1
  in (a, b, jvp f (x, y) (1, 0), jvp f (x, y) (0, 1))

-- A function that is a constant of the inner derivative keeps its rule for the outer one.
entry constant (x: f64) = vjp (\x -> vjp (\y -> y * with_vjp (** 2) (\_ a -> 10 * a) x) 1 1) x 1

def squared_vjp = with_vjp (** 2) (\_ (a: f64) -> 10 * a)
def squared_jvp = with_jvp (** 2) (\_ (a: f64) -> 10 * a)

entry kept_vjp (x: f64) = vjp (\x -> jvp (\y -> y * squared_vjp x) 1 1) x 1
entry kept_jvp (x: f64) = jvp (\x -> vjp (\y -> y * squared_jvp x) 1 1) x 1
entry primal_vjp (x: f64) = vjp (\x -> (jvp2 (\y -> y + squared_vjp x) 1 1).0) x 1
entry primal_jvp (x: f64) = jvp (\x -> (vjp2 (\y -> y + squared_jvp x) 1 1).0) x 1

-- Inside loops, branches and maps of the inner function too, and with several seeds.
entry nested [n] (xs: [n]f64) =
  let f x =
    let g y = loop a = 0 for i < 3i64 do if i < 5 then a + f64.sum (map (\z -> y * z * squared_vjp x) [0.25, 0.75]) else y
    in f64.sum (jmp g 1 [0.5, 0.5])
  in vjp (map f) xs xs
