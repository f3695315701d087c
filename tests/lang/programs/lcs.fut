-- Dynamic programming along antidiagonals and by rows: longest common subsequences, edit distances, knapsacks.
-- ==
-- entry: lcs
-- input { "AGGTAB" "GXTXAYB" } output { 4 "GTAB" }
-- input { "" "abc" } output { 0 empty([0]u8) }
-- entry: edit
-- input { "kitten" "sitting" } output { 3 true }
-- input { "" "abc" } output { 3 true }
-- entry: knapsack
-- input { [5, 4, 6, 3] [10, 40, 30, 50] 10 } output { 90 }
-- entry: chain
-- input { [40, 20, 30, 10, 30] } output { 26000 }
def table [n] [m] (a: [n]u8) (b: [m]u8): [n + 1][m + 1]i32 =
  let t = replicate (n + 1) (replicate (m + 1) 0)
  in loop t for k < n do
       let i = k + 1 in loop t for l < m do
         let j = l + 1 in t with [i, j] = if a[i - 1] == b[j - 1] then t[i - 1, j - 1] + 1 else i32.max t[i - 1, j] t[i, j - 1]

entry lcs [n] [m] (a: [n]u8) (b: [m]u8) =
  let t = table a b
  let (out, _, _, at) =
    loop (out, i, j, at) = (replicate (i64.i32 t[n, m]) 0u8, n, m, i64.i32 t[n, m]) while i > 0 && j > 0 do
      if a[i - 1] == b[j - 1] then (out with [at - 1] = a[i - 1], i - 1, j - 1, at - 1)
      else if t[i - 1, j] >= t[i, j - 1] then (out, i - 1, j, at) else (out, i, j - 1, at)
  in (t[n, m], out[at:])

-- Each antidiagonal from the two before it, all of its cells at once.
def edit_wave [n] [m] (a: [n]u8) (b: [m]u8): i32 =
  let inf = i32.highest / 2
  let next d older old =
    map (\i ->
           let j = d - i
           in if j < 0 || j > m then inf
              else if i == 0 then i32.i64 j
              else if j == 0 then i32.i64 i
              else let cost = i32.bool (a[i - 1] != b[j - 1])
                   in i32.min (older[i - 1] + cost) (1 + i32.min old[i - 1] old[i]))
        (iota (n + 1))
  let none = replicate (n + 1) inf
  let (_, last) = loop (older, old) = (none, none) for d < n + m + 1 do (old, next d older old)
  in last[n]

def edit_rows [n] [m] (a: [n]u8) (b: [m]u8): i32 =
  let first = map i32.i64 (iota (m + 1))
  let row prev c =
    let (row, _) =
      loop (row, left) = (copy prev with [0] = prev[0] + 1, prev[0] + 1) for j < m do
        let best = i32.min (prev[j] + i32.bool (c != b[j])) (1 + i32.min left prev[j + 1])
        in (row with [j + 1] = best, best)
    in row
  in last (foldl row first a)

entry edit a b = (edit_wave a b, edit_wave a b == edit_rows a b && edit_rows a b == edit_wave b a)

entry knapsack [n] (weights: [n]i32) (values: [n]i32) (room: i32): i32 =
  let start = replicate (i64.i32 room + 1) 0i32
  let add best (w, v) = map2 (\c old -> if c < i64.i32 w then old else i32.max old (best[c - i64.i32 w] + v)) (indices best) best
  in last (foldl add start (zip weights values))

entry chain [k] (dims: [k]i32): i32 =
  let n = k - 1
  let cost = loop cost = replicate n (replicate n 0) for len in 2...n do
    let at i =
      let j = i + len - 1
      in if j >= n then cost[i]
         else let best = i32.minimum (map (\s -> cost[i, s] + cost[s + 1, j] + dims[i] * dims[s + 1] * dims[j + 1]) (i..<j))
              in copy cost[i] with [j] = best
    in map at (iota n)
  in cost[0, n - 1]
