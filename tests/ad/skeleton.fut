-- Derivatives by each angle of a skeleton of n bones, of which m points follow: a bone moves those below it, and which they are is an argument.
-- ==
-- entry: chains
-- input { 1i64 1i64 } output { true true }
-- input { 0i64 3i64 } output { true true }
-- input { 5i64 0i64 } output { true true }
-- input { 6i64 9i64 } output { true true }
-- input { 20i64 70i64 } output { true true }
-- entry: path
-- input { 3i64 4i64 } output { true true }
-- input { 20i64 70i64 } output { true true }
-- entry: all_apart
-- input { 7i64 4i64 } output { true true }
-- input { 20i64 70i64 } output { true true }
-- entry: one_bone
-- input { 20i64 70i64 } output { true true }
-- entry: spoilt
-- input { 3i64 4i64 } output { true true }
-- input { 20i64 70i64 } output { true true }
-- entry: rays
-- input { 4i64 5i64 } output { true true }
-- input { 20i64 70i64 } output { true true }
import "gaps"

-- | Angles of all bones, each relative to its parent, and where they end.
def bones [n] (parents: [n]i64) (theta: [n]f64): [n][3]f64 =
  loop at = replicate n [0, 0, 0] for i < n do
    let up = if parents[i] < 0 then [0, 0, 0] else copy at[parents[i]]
    let a = up[0] + theta[i]
    in at with [i] = [a, up[1] + f64.cos a, up[2] + f64.sin a]

-- | Points that are moved by bones, by their weights.
def points [n] [m] (parents: [n]i64) (weights: [n][m]f64) (base: [m]f64) (theta: [n]f64): [m][2]f64 =
  let bs = bones parents theta
  in map (\j -> [f64.sum (map (\b -> weights[b, j] * (bs[b, 1] - base[j] * bs[b, 2])) (iota n)),
                 f64.sum (map2 (\w b -> w[j] * b[2]) weights bs)]) (iota m)

def close [n] (a: [n]f64) (b: [n]f64): bool = near 1e-11 (apart a b)

def weighted (n: i64) (m: i64): [n][m]f64 =
  map2 (\b row -> map2 (\j x -> if (j * 7 + b) % 3 == 0 then x else 0) (iota m) row) (iota n) (unflatten (noise (n * m) 3))

-- | Jacobians forward, a direction at a time and all at once, and reverse, a point at a time.
def same_jacobians [n] [m] (parents: [n]i64) (weights: [n][m]f64): (bool, bool) =
  let (base, theta) = (noise m 5, noise n 8)
  let f th = flatten (points parents weights base th)
  let each = map (\i -> jvp f theta (unit n i)) (iota n)
  let together = jmp f theta (map (unit n) (iota n))
  let reverse = mjp f theta (map (unit (m * 2)) (iota (m * 2)))
  in (close (flatten each) (flatten together), close (flatten each) (flatten (transpose reverse)))

entry chains (n: i64) (m: i64) = same_jacobians (map (\i -> if i % 4 == 0 then -1 else i - 1) (iota n)) (weighted n m)
entry path (n: i64) (m: i64) = same_jacobians (map (\i -> i - 1) (iota n)) (weighted n m)
entry all_apart (n: i64) (m: i64) = same_jacobians (replicate n (-1)) (unflatten (noise (n * m) 2))
entry one_bone (n: i64) (m: i64) = same_jacobians (map (\i -> if i == 0 then -1 else 0) (iota n)) (map (\b -> replicate m (f64.bool (b == 1))) (iota n))

-- | Weights that are no numbers spoil what their bones move, and no more than one looks at.
entry spoilt (n: i64) (m: i64) =
  let bad = copy (weighted n m) with [1, 0] = f64.nan with [1, 2] = f64.inf
  let j = jmp (points (map (\i -> if i % 4 == 0 then -1 else i - 1) (iota n)) bad (noise m 5)) (noise n 8) (map (unit n) (iota n))
  in (f64.isnan j[1, 0, 0] && f64.isinf j[1, 2, 0] && f64.isnan j[1, 0, 1] && f64.isinf j[1, 2, 1],
      all (\i -> all (\k -> !f64.isnan j[i, k, 0] && !f64.isnan j[i, k, 1]) (filter (\k -> k != 0 && k != 2) (iota m))) (iota n))

-- | The adjoints of single results: each ray passes a few cells, told by data.
entry rays (n: i64) (m: i64) =
  let passes = map (\r -> map (\c -> (r * 5 + c * 3) % n < 2) (iota n)) (iota n)
  let f [k] (cells: [k][m]f64): [n]f64 =
    map (\ps -> f64.sum (map2 (\p row -> if p then f64.sum (map f64.sin row) else 0) ps (sized n cells))) passes
  let x = unflatten (noise (n * m) 4) :> [n][m]f64
  let back = map (\r -> vjp f x (unit n r)) (iota n)
  let want = map (\ps -> map2 (\p row -> map (\v -> if p then f64.cos v else 0) row) ps x) passes
  in (close (flatten (flatten back)) (flatten (flatten want)), length back == n)
