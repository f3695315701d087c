-- Sorts as users write them: two bits at a time by a scan of four counts, merging by ranks, and quicksort's step by partition2.
-- ==
-- entry: pairs merged parts
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 1000i64 } output { true }
def number (i: i64): u32 = (u32.i64 i * 2654435761) >> 22
def keys (n: i64): [n]u32 = tabulate n number
def sorted [n] (xs: [n]u32): bool = and (tabulate n (\i -> i == 0 || xs[i - 1] <= xs[i]))

def digit [n] (xs: [n](u32, i64)) (b: u32): [n](u32, i64) =
  let bins = map (\(x, _) -> (x >> b) & 3) xs
  let flag x = (i64.bool (x == 0), i64.bool (x == 1), i64.bool (x == 2))
  let offs = scan (\(a, b, c) (d, e, f) -> (a + d, b + e, c + f)) (0, 0, 0) (map flag bins)
  let (na, nb, nc) = if n == 0 then (0, 0, 0) else offs[n - 1]
  let place i bin (a, b, c) =
    if bin == 0 then a - 1 else if bin == 1 then na + b - 1 else if bin == 2 then na + nb + c - 1 else na + nb + nc + i - a - b - c
  in scatter (copy xs) (map3 place (iota n) bins offs) xs

-- | Sorted, each with its own place, equal ones in order.
entry pairs (n: i64): bool =
  let (ks, is) = unzip (loop xs = zip (keys n) (iota n) for b < 5u32 do digit xs (2 * b))
  in sorted ks && and (map2 (\k i -> number i == k) ks is)
     && and (tabulate n (\i -> i == 0 || ks[i - 1] < ks[i] || is[i - 1] < is[i]))
     && i64.sum is == n * (n - 1) / 2

entry merged (n: i64): bool =
  let rank (xs: []u32) (less: u32 -> bool): i64 =
    (.0) (loop (l, r) = (0, length xs) while l < r do
      let m = (l + r) / 2
      in if less xs[m] then (m + 1, r) else (l, m))
  let (ys, _) = loop (ys, w) = (keys n, 1) while w < n do
    let place i x =
      let lo = i / (2 * w) * 2 * w
      let (mid, hi) = (i64.min n (lo + w), i64.min n (lo + 2 * w))
      in if i < mid then i + rank ys[mid:hi] (< x) else i - mid + lo + rank ys[lo:mid] (<= x)
    in (scatter (replicate n 0) (map2 place (iota n) ys) ys, 2 * w)
  in sorted ys && u32.sum ys == u32.sum (keys n)

-- | The parts of partition and partition2 are in order, and nothing is lost.
entry parts (n: i64): bool =
  let xs = zip (keys n) (iota n)
  let (small, large) = partition (\(x, _) -> x < 300) xs
  let (a, b, c) = partition2 (\(x, _) -> x < 200) (\(x, _) -> x % 2 == 0) xs
  let [k] (kept: [k](u32, i64)) = filter (\(x, _) -> x >= 300) xs
  let inOrder [m] (is: [m](u32, i64)): bool = and (tabulate m (\i -> i == 0 || is[i - 1].1 < is[i].1))
  in inOrder small && inOrder large && inOrder a && inOrder b && inOrder c
     && all (\(x, _) -> x < 300) small && all (\(x, _) -> x >= 300) large
     && all (\(x, _) -> x < 200) a && all (\(x, _) -> x >= 200 && x % 2 == 0) b && all (\(x, _) -> x >= 200 && x % 2 == 1) c
     && length small + length large == n && length a + length b + length c == n
     && and (map2 (==) (map (.1) kept) (map (.1) large :> [k]i64))
