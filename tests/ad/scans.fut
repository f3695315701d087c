-- Scans whose operator's Jacobian has a pattern: blocks, equal blocks, array operators; in both modes.
-- ==
-- entry: tuples
-- input { } output { true true true true }
-- entry: arrays
-- input { } output { true true true true true }
-- entry: mixing
-- input { } output { true true }
-- entry: nested
-- input { } output { true true }
-- entry: second
-- input { } output { true true }
import "gaps"

def sized [m] (n: i64) (x: [m]f64): [n]f64 = x :> [n]f64

def point (n: i64): [n]f64 = tabulate n (\i -> 0.6 + 0.3 * f64.sin (f64.i64 (3 * i + 1)))

def mm2 (a: (f64, f64, f64, f64)) (b: (f64, f64, f64, f64)): (f64, f64, f64, f64) =
  (a.0 * b.0 + a.1 * b.2, a.0 * b.1 + a.1 * b.3, a.2 * b.0 + a.3 * b.2, a.2 * b.1 + a.3 * b.3)

-- Linear function composition on two values and a 2 by 2 matrix.
def linear (x: ((f64, f64), (f64, f64, f64, f64))) (y: ((f64, f64), (f64, f64, f64, f64))) =
  ((y.0.0 + y.1.0 * x.0.0 + y.1.1 * x.0.1, y.0.1 + y.1.2 * x.0.0 + y.1.3 * x.0.1), mm2 y.1 x.1)

-- Flat input and output, as agree wants them.
def products (x: [20]f64): [20]f64 =
  map (\r -> (r[0], r[1], r[2], r[3])) (unflatten (x :> [5 * 4]f64))
  |> scan mm2 (1, 0, 0, 1)
  |> map (\(a, b, c, d) -> [a, b, c, d]) |> flatten |> sized 20

def compositions (x: [18]f64): [18]f64 =
  map (\r -> ((r[0], r[1]), (r[2], r[3], r[4], r[5]))) (unflatten (x :> [3 * 6]f64))
  |> scan linear ((0, 0), (1, 0, 0, 1))
  |> map (\((a, b), (c, d, e, f)) -> [a, b, c, d, e, f]) |> flatten |> sized 18

-- An index beside a value: ints have no part in the floats' derivative.
def argmaxes (x: [6]f64): [6]f64 =
  let (ms, is) = zip x (iota 6) |> scan (\(a, i) (b, j) -> if a >= b then (a, i) else (b, j)) (f64.lowest, -1) |> unzip
  in map2 (\m i -> m * f64.i64 (i + 1)) ms is

-- A segmented scan with a free variable in the operator.
def segments (x: [8]f64): [8]f64 =
  let c = x[7]
  in map2 (\i v -> (i % 3 == 0, v)) (iota 8) x
     |> scan (\(f, a) (g, b) -> (f || g, if g then b else a + b + c * a * b)) (false, 0) |> map (.1)

entry tuples: (bool, bool, bool, bool) =
  (agree products (point 20), agree compositions (point 18), agree argmaxes (point 6), agree segments (point 8))

def matmul [n][m][p] (a: [n][m]f64) (b: [m][p]f64): [n][p]f64 =
  map (\row -> map (\col -> f64.sum (map2 (*) row col)) (transpose b)) a

def eye (d: i64): [d][d]f64 = tabulate_2d d d (\i j -> f64.bool (i == j))

def matrices (x: [27]f64): [27]f64 =
  scan matmul (eye 3) (unflatten_3d (x :> [3 * 3 * 3]f64)) |> flatten_3d |> sized 27

def flipped (x: [27]f64): [27]f64 =
  scan (\a b -> matmul b a) (eye 3) (unflatten_3d (x :> [3 * 3 * 3]f64)) |> flatten_3d |> sized 27

-- Affine maps: a matrix and a vector.
def affine (x: [18]f64): [18]f64 =
  let rows = unflatten (x :> [3 * 6]f64)
  in zip (map (\r -> [[r[0], r[1]], [r[2], r[3]]]) rows) (map (\r -> [r[4], r[5]]) rows)
     |> scan (\(a, b) (c, d) -> (matmul c a, map2 (\row e -> e + f64.sum (map2 (*) row b)) c d)) (eye 2, [0, 0])
     |> map (\(a, b) -> [a[0, 0], a[0, 1], a[1, 0], a[1, 1], b[0], b[1]]) |> flatten |> sized 18

def recurrences (x: [24]f64): [24]f64 =
  let (as, bs) = (unflatten (x[:12] :> [4 * 3]f64), unflatten (x[12:] :> [4 * 3]f64))
  let (ps, qs) = scan (\(a, b) (c, d) -> (map2 (*) a c, map3 (\b c d -> b * c + d) b c d)) (replicate 3 1, replicate 3 0) (zip as bs) |> unzip
  in flatten ps ++ flatten qs :> [24]f64

-- No pattern: the sum of the left operand.
def sums (x: [9]f64): [9]f64 =
  scan (\a b -> map (\e -> e * f64.sum a) b) [1 / 3, 1 / 3, 1 / 3] (unflatten (x :> [3 * 3]f64)) |> flatten |> sized 9

entry arrays: (bool, bool, bool, bool, bool) =
  (agree matrices (point 27), agree flipped (point 27), agree affine (point 18), agree recurrences (point 24), agree sums (point 9))

def inMap (x: [20]f64): [20]f64 =
  unflatten (x :> [4 * 5]f64) |> map (\r -> scan (\(p, s) (q, t) -> (p * q, s * q + t)) (1, 0) (zip r (reverse r)) |> map (\(p, s) -> p + s))
  |> flatten |> sized 20

def inLoop (x: [6]f64): [6]f64 =
  loop y = x for _i < 3 do scan (\a b -> a + b + 0.5 * a * b) 0 (map (* 0.5) y)

entry nested: (bool, bool) = (agree inMap (point 20), agree inLoop (point 6))

entry second: (bool, bool) =
  (agree (\x -> vjp products x (point 20)) (point 20), agree (\x -> vjp matrices x (point 27)) (point 27))

-- Small arrays of constant shape whose places depend on each other.
entry mixing: (bool, bool) =
  let rotating (x: [21]f64): [21]f64 =
    flatten (scan (\a b -> [a[1] * b[0], f64.sin a[2] + b[1], f64.sum a * b[2]]) [1, 0, 0] (unflatten (x :> [7 * 3]f64))) |> sized 21
  let beside (x: [15]f64): [15]f64 =
    let rows = unflatten (x :> [5 * 3]f64)
    let (vs, ss) = unzip (scan (\(a, s) (b, t) -> (map2 (\p q -> p * q + s) (reverse a) b, a[0] * t)) ([1, 1], 0) (map (\r -> ([r[0], r[1]], r[2])) rows))
    in flatten (map2 (\v s -> [v[0], v[1], s]) vs ss) |> sized 15
  in (agree rotating (point 21), agree beside (point 15))
