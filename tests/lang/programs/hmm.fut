-- A hidden Markov model: the forward algorithm's sums down columns, against all paths; its gradient gives the posterior of the states.
-- ==
-- entry: against_paths
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 5i64 } output { true }
-- entry: gradient
-- input { 1i64 } output { true true }
-- input { 60i64 } output { true true }
-- entry: wide
-- input { 9i64 40i64 } output { true }
-- input { 64i64 21i64 } output { true }
def number (s: i64) (i: i64): f64 = 0.1 + f64.u32 ((u32.i64 (i * 7919 + s * 104729) * 2654435761) >> 8) / 16777216
def row (m: i64) (s: i64): [m]f64 = let xs = tabulate m (number s) in map (/ f64.sum xs) xs

-- | The logarithm of the probability of what was observed.
def forward [s][o][n] (step: [s][s]f64) (emit: [s][o]f64) (seen: [n]i64): f64 =
  (.1) (loop (al, ll) = (replicate s (1 / f64.i64 s), 0) for x in seen do
    let next = tabulate s (\j -> emit[j, x] * f64.sum (tabulate s (\i -> al[i] * step[i, j])))
    let z = f64.sum next
    in (map (/ z) next, ll + f64.log z))

def near (x: f64) (y: f64) = f64.abs (x - y) <= 1e-9 * (1 + f64.abs x)

entry against_paths (n: i64): bool =
  let (step, emit, seen) = (tabulate 3 (row 3), tabulate 3 (\i -> row 4 (i + 50)), tabulate n (\i -> (i * i + 1) % 4))
  let path (k: i64): f64 =
    (.0) (loop (p, from, k) = (1f64, -1i64, k) for x in seen do
      let to = k % 3
      let t = if from < 0 then f64.sum (map (\r -> r[to]) step) / 3 else step[from, to]
      in (p * t * emit[to, x], to, k / 3))
  in near (f64.exp (forward step emit seen)) (f64.sum (tabulate (3 ** n) path))

-- | Reverse mode against forward mode; and the derivatives by the logarithms of emissions count the observations.
entry gradient (n: i64): (bool, bool) =
  let (step, emit, seen) = (tabulate 20 (row 20), tabulate 20 (\i -> row 5 (i + 50)), tabulate n (\i -> (i * i + 1) % 5))
  let f (a, b) = forward a b seen
  let (gs, ge) = vjp f (step, emit) 1
  let (ds, de) = (tabulate_2d 20 20 (\i j -> number i (j + 3)), tabulate_2d 20 5 (\i j -> number i (j + 9)))
  let dot x y = f64.sum (map2 (*) x y)
  in (near (jvp f (step, emit) (ds, de)) (dot (flatten gs) (flatten ds) + dot (flatten ge) (flatten de)),
      near (dot (flatten ge) (flatten emit)) (f64.i64 n))

-- | Powers of a chain, the vector from the left and the matrix from the right.
entry wide (n: i64) (s: i64): bool =
  let step = tabulate s (row s)
  let left = loop v = row s 99 for _i < n do tabulate s (\j -> f64.sum (tabulate s (\i -> v[i] * step[i, j])))
  let right = loop v = tabulate s (number 1) for _i < n do map (\r -> f64.sum (map2 (*) r v)) step
  let start = tabulate s (number 1)
  in near (f64.sum (map2 (*) left start)) (f64.sum (map2 (*) (row s 99) right))
