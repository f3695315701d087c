-- Several values of a scatter may go to one place: the last of them is its value, and alone has its adjoint. What is replaced has none.
-- ==
-- entry: equal last rows planes
-- input { 1i64 } output { true }
-- input { 4i64 } output { true }
-- input { 301i64 } output { true }
-- ==
-- entry: loops
-- input { 1i64 } output { true }
-- input { 40i64 } output { true }
import "gaps"

def same [n] (a: [n]f64) (b: [n]f64) = and (map2 (==) a b)

-- | jvp in unit directions against vjp, bit by bit: where values only move, both are exact.
def exact [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64): bool =
  let dx = map (\i -> f64.i64 (i % 7 + 1)) (iota n)
  let dy = map (\i -> f64.i64 (i % 5 - 2)) (iota m)
  in dot dy (jvp f x dx) == dot (vjp f x dy) dx

entry equal (n: i64) =
  let g = vjp (\xs -> scatter (replicate n (replicate 1 0)) ((0..<n) ++ (0..<n)) (xs ++ xs)) (replicate n [2]) (replicate n [1])
  in and (map (\row -> same row [1]) g)

entry last (n: i64) =
  exact (\xs -> scatter (copy xs) (map (/ 2) (iota n)) xs) (noise n 1)
  && exact (\xs -> scatter (copy xs) (map (\i -> i * i % 3 - 1) (iota n)) (map (* 2) xs)) (noise n 2)
  && exact (\xs -> scatter (map (* 3) xs) (map (const 0) (iota n)) xs) (noise n 3)
  && agree (\xs -> map2 (*) (scatter (map f64.sin xs) (map (/ 3) (iota n)) (map f64.exp xs)) xs) (noise n 4)

entry rows (n: i64) =
  exact (\xs -> flatten (scatter (map (\x -> [x, x]) xs) (map (\i -> i % 2 * 5) (iota n)) (map (\x -> [x, 2 * x]) xs))) (noise n 5)

entry planes (n: i64) =
  exact (\xs -> flatten (scatter_2d (replicate 3 (replicate n (2 * xs[0]))) (map (\i -> (i % 4, i / 2)) (iota n)) xs)) (noise n 6)

-- The indices of one iteration may meet those of another, and each other.
entry loops (n: i64) =
  exact (\xs -> loop ys = copy xs for i < 5 do scatter ys [i % n, (2 * i) % n, i % n] [ys[0] + xs[i % n], 2 * ys[i % n], xs[0]]) (noise n 7)
