-- Several scans that one consumer reads, at sizes where each has a kernel of its own and where all are one task.
-- ==
-- entry: differences
-- input { 0i64 } output { 0i64 }
-- input { 10i64 } output { 660i64 }
-- input { 100003i64 } output { 8334166695833750002i64 }
-- entry: variance
-- input { 7i64 } output { true }
-- input { 100003i64 } output { true }
-- entry: backwards
-- input { 7i64 } output { true }
-- input { 100003i64 } output { true }
-- entry: sorted
-- input { 7i64 } output { true }
-- input { 50021i64 } output { true }
-- entry: tables
-- input { 7i64 } output { true }
-- input { 100003i64 } output { true }

entry differences (n: i64): i64 =
  let xs = iota n
  in i64.sum (map2 (\p q -> q - p) (scan (+) 0 xs) (scan (+) 0 (map (\x -> x * x) xs)))

-- Running variance times the square of the count: three scans.
entry variance (n: i64): bool =
  let xs = map (\i -> i * 7919 % 101) (iota n)
  let ws = map3 (\c s q -> c * q - s * s) (scan (+) 0 (replicate n 1)) (scan (+) 0 xs) (scan (+) 0 (map (\x -> x * x) xs))
  let (_, _, _, ok) =
    loop (c, s, q, ok) = (0, 0, 0, true) for i < n do
      let (c, s, q) = (c + 1, s + xs[i], q + xs[i] * xs[i])
      in (c, s, q, ok && ws[i] == c * q - s * s)
  in ok

-- One scan from the left and one from the right.
entry backwards (n: i64): bool =
  let xs = map (\i -> i * 7919 % 101) (iota n)
  let all = i64.sum xs
  let ws = map3 (\a b x -> a + b - x) (scan (+) 0 xs) (reverse (scan (+) 0 (reverse xs))) xs
  in and (map (== all) ws)

-- A stable partition by one bit: both scans are read by the map of the places, and two scatters by these.
def pass [n] (b: i32) (ks: [n]i32, vs: [n]i64): ([n]i32, [n]i64) =
  let zeros = map (\k -> i64.i32 (1 - ((k >> b) & 1))) ks
  let ones = map (\k -> i64.i32 ((k >> b) & 1)) ks
  let left = i64.sum zeros
  let is = map4 (\z o p q -> if z == 1 then p - 1 else left + q - o) zeros ones (scan (+) 0 zeros) (scan (+) 0 ones)
  in (scatter (replicate n 0) is ks, scatter (replicate n 0) is vs)

entry sorted (n: i64): bool =
  let keys = map (\i -> i32.i64 (i * 7919 % 8)) (iota n)
  let (ks, vs) = loop (ks, vs) = (keys, iota n) for b < 3i32 do pass b (ks, vs)
  in and (map2 (\k v -> k == keys[v]) ks vs)
     && and (map (\i -> ks[i] < ks[i + 1] || (ks[i] == ks[i + 1] && vs[i] < vs[i + 1])) (iota (n - 1)))

-- Several histograms and a scan of one array, read by one map.
entry tables (n: i64): bool =
  let xs = map (\i -> i * 7919 % 101) (iota n)
  let counts = reduce_by_index (replicate 101 0) (+) 0 xs (replicate n 1)
  let tops = reduce_by_index (replicate 101 (-1)) i64.max i64.lowest xs (iota n)
  let ends = scan (+) 0 counts
  let ys = map4 (\c t e x -> c + t + e + x) counts tops ends (iota 101)
  let (_, ok) =
    loop (e, ok) = (0, true) for k < 101 do
      let (c, t) = loop (c, t) = (0, -1) for j < (n + 100) / 101 do
        -- 7919 = 41 modulo 101, whose inverse is 69
        let i = j * 101 + k * 69 % 101
        in if i < n then (c + 1, i) else (c, t)
      in (e + c, ok && ys[k] == c + t + e + c + k)
  in ok
