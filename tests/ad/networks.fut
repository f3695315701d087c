-- Dense layers written in the ways people write them, differentiated by each of what they are made of.
-- ==
-- entry: chains bodies
-- input { 3i64 5i64 4i64 2i64 } output { true }
-- input { 20i64 9i64 12i64 10i64 } output { true }
import "gaps"

def dense w b x = map2 (\col bj -> bj + f64.sum (map2 (*) col x)) (transpose w) b
def dense' w b x = map2 (\row bj -> f64.sum (map2 (*) x row) + bj) w b

-- The parts of x are two matrices of weights, two of biases, and the rows that go in.
def split (n: i64) (m: i64) (p: i64) (k: i64) (x: []f64): ([n][m]f64, [m]f64, [m][p]f64, [p]f64, [k][n]f64) =
  let part i l = take l (drop i x)
  in ( unflatten (part 0 (n * m)), part (n * m) m, unflatten (part (n * m + m) (m * p)), part (n * m + m + m * p) p
     , unflatten (part (n * m + m + m * p + p) (k * n)))

def all (n: i64) (m: i64) (p: i64) (k: i64) (loss: (w1: [n][m]f64) -> (b1: [m]f64) -> (w2: [m][p]f64) -> (b2: [p]f64) -> (xs: [k][n]f64) -> f64) =
  let size = n * m + m + m * p + p + k * n
  let (w1, b1, w2, b2, xs) = split n m p k (map (* 0.3) (noise size 1))
  let close f x = let (inner, far) = gaps f x in inner <= 1e-11 && far <= 1e-6
  in close (\x -> [loss (unflatten x) b1 w2 b2 xs]) (flatten w1) && close (\x -> [loss w1 x w2 b2 xs]) b1
     && close (\x -> [loss w1 b1 (unflatten x) b2 xs]) (flatten w2) && close (\x -> [loss w1 b1 w2 x xs]) b2
     && close (\x -> [loss w1 b1 w2 b2 (unflatten x)]) (flatten xs)
     && close (\x -> let (w1, b1, w2, b2, xs) = split n m p k x in [loss w1 b1 w2 b2 xs]) (map (* 0.3) (noise size 1))

-- One sample after the other, the activation before the last sum or none.
entry chains (k: i64) (n: i64) (m: i64) (p: i64) =
  all n m p k (\w1 b1 w2 b2 xs -> f64.sum (map (\x -> f64.sum (map f64.tanh (dense w2 b2 (dense w1 b1 x)))) xs))
  && all n m p k (\w1 b1 w2 b2 xs -> f64.sum (map (\x -> f64.sum (dense w2 b2 (dense w1 b1 x))) xs))
  && all n m p k (\w1 b1 w2 b2 xs -> f64.sum (map (\x -> f64.sum (dense w2 b2 (map f64.tanh (dense w1 b1 x)))) xs))

-- Weights the other way round, and layers of all samples at once.
entry bodies (k: i64) (n: i64) (m: i64) (p: i64) =
  all n m p k (\w1 b1 w2 b2 xs -> f64.sum (map (\x -> f64.sum (dense' (transpose w2) b2 (map f64.tanh (dense' (transpose w1) b1 x)))) xs))
  && all n m p k (\w1 b1 w2 b2 xs -> f64.sum (flatten (map (dense w2 b2) (map (map f64.tanh) (map (dense w1 b1) xs)))))
