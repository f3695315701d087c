-- Graphs as rows of edges (CSR): breadth-first levels, connected components by hooking, page ranks, triangles.
-- ==
-- entry: levels
-- input { 0i64 } output { [0i64, 1i64, 1i64, 2i64, 3i64, -1i64, -1i64] }
-- input { 6i64 } output { [-1i64, -1i64, -1i64, -1i64, -1i64, 1i64, 0i64] }
-- entry: components
-- input {} output { [0i64, 0i64, 0i64, 0i64, 0i64, 5i64, 5i64] }
-- entry: triangles
-- input {} output { 1i64 }
-- entry: ranks
-- input {} output { true }
type graph [n] [e] = {first: [n]i64, degree: [n]i64, to: [e]i64}

def edges: [](i64, i64) = [(0, 1), (0, 2), (1, 2), (1, 3), (3, 4), (5, 6)]

def make [k] (n: i64) (es: [k](i64, i64)): graph [n] [k + k] =
  let both = es ++ map (\(a, b) -> (b, a)) es
  let degree = hist (+) 0 n (map (.0) both) (rep 1)
  let first = map2 (-) (scan (+) 0 degree) degree
  let place i = let a = both[i].0
                in first[a] + i64.sum (map (\j -> i64.bool (both[j].0 == a)) (0..<i))
  in {first, degree, to = scatter (rep 0) (map place (indices both)) (map (.1) both)}

def g = make 7 edges

def out_of [n] [e] (g: graph [n] [e]) (v: i64): []i64 = g.to[g.first[v]:g.first[v] + g.degree[v]]

def bfs [n] [e] (g: graph [n] [e]) (start: i64): *[n]i64 =
  let widest = i64.maximum g.degree
  let (level, _, _) =
    loop (level, front, d) = (replicate n (-1) with [start] = 0, [start], 1) while length front > 0 do
      let reached = flatten (map (\v -> map (\k -> if k < g.degree[v] then g.to[g.first[v] + k] else -1) (iota widest)) front)
      let fresh = filter (\v -> v >= 0 && level[v] < 0) reached
      let owner = scatter (replicate n (-1)) fresh (indices fresh)
      let front = map2 (\v i -> if owner[v] == i then v else -1) fresh (indices fresh) |> filter (>= 0)
      in (scatter level front (map (const d) front), front, d + 1)
  in level

entry levels (start: i64) = bfs g start

entry components =
  let n = length g.first
  let (label, _) =
    loop (label, go) = (iota n, true) while go do
      let lower = map (\v -> reduce i64.min label[v] (map (\u -> label[u]) (out_of g v))) (iota n)
      let jump = map (\l -> lower[l]) lower
      in (jump, or (map2 (!=) jump label))
  in label

entry triangles =
  let closes (a, b) = i64.sum (map (\c -> i64.bool (c > b && any (== c) (out_of g a))) (out_of g b))
  in i64.sum (map (\(a, b) -> if a < b then closes (a, b) else 0) edges)

def page_ranks [n] [e] (g: graph [n] [e]): *[n]f64 =
  let step (r: [n]f64) =
    let share = map2 (\x d -> x / f64.i64 d) r g.degree
    in map (\v -> 0.15 / f64.i64 n + 0.85 * f64.sum (map (\u -> share[u]) (out_of g v))) (iota n)
  in loop r = replicate n (1 / f64.i64 n) for _i < 100 do step r

entry ranks =
  let r = page_ranks g
  in f64.abs (f64.sum r - 1) < 1e-9 && f64.abs (r[5] - r[6]) < 1e-9 && r[1] > r[2]
