-- Clustering by k-means: reduce_by_index over records, arg min by reduction, a loop until nothing changes.
-- ==
-- input { [[1.0, 1.0], [1.5, 2.0], [3.0, 4.0], [5.0, 7.0], [3.5, 5.0], [4.5, 5.0], [3.5, 4.5]] 2i64 }
-- output { [[1.25, 1.5], [3.9, 5.1]] [0i64, 0i64, 1i64, 1i64, 1i64, 1i64, 1i64] 2 }
type sums [d] = {total: [d]f64, count: i64}

def distance [d] (a: [d]f64) (b: [d]f64) = f64.sum (map (** 2) (map2 (-) a b))

def nearest [k] [d] (centres: [k][d]f64) (p: [d]f64): i64 =
  let better (i, a) (j, b) = if b < a || b == a && j < i then (j, b) else (i, a)
  in reduce_comm better (k, f64.inf) (zip (iota k) (map (distance p) centres)) |> (.0)

def add [d] (a: sums [d]) (b: sums [d]): sums [d] =
  {total = map2 (+) a.total b.total, count = a.count + b.count}

def means [n] [d] [k] (points: [n][d]f64) (old: [k][d]f64) (owner: [n]i64): [k][d]f64 =
  let none = {total = replicate d 0f64, count = 0}
  let one p = {total = p, count = 1}
  in map2 (\s o -> if s.count == 0 then o else map (/ f64.i64 s.count) s.total)
          (reduce_by_index (replicate k none) add none owner (map one points)) old

def main [n] [d] (points: [n][d]f64) (k: i64) =
  let (centres, owner, steps, _) =
    loop (centres, owner, steps, go) = (take k points, replicate n (-1), 0i32, true) while go do
      let owner' = map (nearest centres) points
      in if and (map2 (==) owner owner') then (centres, owner, steps, false)
         else (means points centres owner', owner', steps + 1, true)
  in (centres, owner, steps)
