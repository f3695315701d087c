-- Loops in loops, whose tapes are the rows of one: of any lengths, with what they overwrite, and of higher order.
-- ==
-- entry: steps layers places mixed thrice
-- input { 0i64 0i64 } output { true }
-- input { 0i64 3i64 } output { true }
-- input { 3i64 0i64 } output { true }
-- input { 1i64 1i64 } output { true }
-- input { 4i64 3i64 } output { true }
-- ==
-- entry: second
-- input { 0i64 2i64 } output { true }
-- input { 2i64 3i64 } output { true }
import "gaps"

def start n : [n]f64 = tabulate n (\i -> f64.cos (f64.i64 (3 * i)) / 2)

-- | The derivative in a direction, by vjp and by jvp.
def checked [n] (f: [n]f64 -> [n]f64) (x: [n]f64): bool =
  let dx = tabulate n (\i -> f64.i64 (i % 7 + 1) / 4)
  let dy = tabulate n (\i -> f64.i64 (i % 5 - 2) / 4)
  let (a, b) = (dot dy (jvp f x dx), dot (vjp f x dy) dx)
  in f64.abs (a - b) <= 1e-12 * (1 + f64.abs a)

def around [n] (c: f64) (x: [n]f64): [n]f64 = tabulate n (\i -> c * x[i] * x[(i + 1) % n] + 0.9 * x[i])

entry steps (l: i64) (m: i64) =
  checked (\x -> loop x for _i < l do loop x for j < m do around (0.1 * f64.i64 j) x) (start 64)

-- Something between the loops, and several arrays.
entry layers (l: i64) (m: i64) =
  let f x =
    let (x, y) = loop (x, y) = (x, map (* 2) x) for i < l do
      let (x, y) = loop (x, y) for j < m do (map2 (\x y -> x * f64.cos y) x (rotate 1 y), around (0.1 * f64.i64 (i + j)) (map2 (+) x y))
      in (map f64.sin x, map2 (*) x y)
    in map2 (+) x y
  in checked f (start 64)

-- An inner loop that overwrites what it carries.
entry places (l: i64) (m: i64) =
  checked (\x -> loop x for i < l do
             let x = around 0.1 x
             in loop x: *[64]f64 = copy x for j < m do x with [(7 * i + j) % 64] = x[j] * x[63 - j]) (start 64)

-- The inner loop begins with what the outer one has from outside, and the outer one goes on with something else.
entry mixed (l: i64) (m: i64) =
  checked (\x -> loop z = x for i < l do
             let y = loop y = x for _j < m do around 0.2 y
             in map2 (\z y -> z * y + f64.i64 i) z y) (start 64)

entry thrice (l: i64) (m: i64) =
  checked (\x -> loop x for _i < l do loop x for _j < m do around 0.2 (loop x for _k < 2 do around 0.1 x)) (start 64)

entry second (l: i64) (m: i64) =
  let f x = loop x for _i < l do loop x for j < m do around (0.1 * f64.i64 j) x
  in checked (\x -> vjp f x (map f64.sin x)) (start 64)
