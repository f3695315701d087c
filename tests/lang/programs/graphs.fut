-- Graphs in rows of edges: breadth-first search by expanded frontiers, components by labels, and sums along edges in three ways.
-- ==
-- entry: levels
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 500i64 } output { true }
-- entry: components
-- input { 1i64 3i64 } output { 1i64 }
-- input { 7i64 3i64 } output { 3i64 }
-- input { 600i64 4i64 } output { 4i64 }
-- entry: products
-- input { 0i64 } output { true true }
-- input { 1i64 } output { true true }
-- input { 300i64 } output { true true }
def number (i: i64): i64 = i64.u32 ((u32.i64 i * 2654435761) >> 12)

-- | A vertex has a few edges; those of v are ptr[v]..ptr[v+1]-1.
def graph (n: i64): ?[m].([n + 1]i64, [m]i64) =
  let degrees = tabulate n (\v -> 1 + number v % 5)
  let ptr = [0] ++ scan (+) 0 degrees :> [n + 1]i64
  in (ptr, tabulate ptr[n] (\e -> number (e + 77) % n))

-- | The number of steps from vertex 0, -1 if there is no way.
def search [m][e] (ptr: [m]i64) (dst: [e]i64): []i64 =
  let n = m - 1
  in (.0) (loop (dist, front, level) = (replicate n (-1i64) with [0] = 0, [0i64], 1i64) while length front > 0 do
       let degrees = map (\v -> ptr[v + 1] - ptr[v]) front
       let starts = map2 (-) (scan (+) 0 degrees) degrees
       let count = last starts + last degrees
       let owners = scan i64.max 0 (scatter (replicate count 0) starts (indices front))
       let near = map2 (\k o -> dst[ptr[front[o]] + k - starts[o]]) (iota count) owners
       let fresh = filter (\v -> dist[v] < 0) near
       let claim = hist i64.min i64.highest n fresh (indices fresh)
       let next = zip fresh (indices fresh) |> filter (\(v, k) -> claim[v] == k) |> map (.0)
       in (scatter dist next (map (const level) next), next, level + 1))

-- | Every vertex is one step behind its nearest predecessor.
entry levels (n: i64): bool =
  let (ptr, dst) = graph n
  let dist = search ptr dst :> [n]i64
  let owners = tabulate_2d n 6 (\v k -> (v, ptr[v] + k)) |> flatten |> filter (\(v, e) -> e < ptr[v + 1])
  let bound = hist i64.min 1000000 n (map (\(_, e) -> dst[e]) owners) (map (\(v, _) -> if dist[v] < 0 then 1000000 else dist[v] + 1) owners)
  in dist[0] == 0 && and (tabulate n (\v -> v == 0 || (if bound[v] < 1000000 then dist[v] == bound[v] else dist[v] < 0)))

-- | How many components, by labels that go along edges, where every vertex is tied to the one k further.
entry components (n: i64) (k: i64): i64 =
  let src = iota n
  let dst = tabulate n (\v -> if v + k < n then v + k else v)
  let (labels, _) = loop (labels, changed) = (iota n, true) while changed do
    let least = reduce_by_index (copy labels) i64.min i64.highest (src ++ dst) (map (\v -> labels[v]) dst ++ map (\v -> labels[v]) src)
    let jumped = map (\l -> least[l]) least
    in (jumped, or (map2 (!=) jumped labels))
  in length (filter id (map2 (==) labels (iota n)))

-- | A matrix in rows times a vector: a loop for each row, a segmented scan, a histogram; and the gradients of the first two.
entry products (n: i64): (bool, bool) =
  let (ptr, dst) = graph n
  let m = length dst
  let dst = dst :> [m]i64
  let xs = tabulate n (\v -> f64.i64 (number (v + 5) % 100) / 10)
  let ws = tabulate m (\e -> f64.i64 (number (e + 9) % 100) / 10)
  let heads = scatter (replicate m false) ptr (map (const true) ptr)
  let rows (ws: [m]f64, xs: [n]f64): [n]f64 = tabulate n (\v -> loop s = 0 for e in ptr[v]..<ptr[v + 1] do s + ws[e] * xs[dst[e]])
  let scanned (ws: [m]f64, xs: [n]f64): [n]f64 =
    let sums = map3 (\w d h -> (w * xs[d], h)) ws dst heads
               |> scan (\(a, f) (b, g) -> (if g then b else a + b, f || g)) (0, false)
    in tabulate n (\v -> sums[ptr[v + 1] - 1].0)
  let counted (ws: [m]f64, xs: [n]f64): [n]f64 =
    hist (+) 0 n (map (\k -> k - 1) (scan (+) 0 (map i64.bool heads))) (map2 (\w d -> w * xs[d]) ws dst)
  let near [k] (as: [k]f64) (bs: [k]f64): bool = and (map2 (\a b -> f64.abs (a - b) <= 1e-9 * (1 + f64.abs a)) as bs)
  let (gw, gx) = vjp rows (ws, xs) (tabulate n f64.i64)
  let (hw, hx) = vjp scanned (ws, xs) (tabulate n f64.i64)
  in (near (rows (ws, xs)) (scanned (ws, xs)) && near (rows (ws, xs)) (counted (ws, xs)), near gw hw && near gx hx)
