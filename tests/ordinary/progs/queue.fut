-- waiting lines with c servers, the first to be free serves who comes next; mean of the squared waiting times, gradient by the times between
-- arrivals and the times of service
-- a binary heap of the times at which servers get free
def heaps [m][n] (c: i64) (gaps: [m][n]f64) (work: [m][n]f64) : f64 =
  let line (gaps: [n]f64) (work: [n]f64) : f64 =
    let (_, _, s) = loop (heap, now, s) = (replicate c 0, 0, 0) for i < n do
      let now = now + gaps[i]
      let start = f64.max now heap[0]
      let end = start + work[i]
      let (heap, at, _) = loop (heap, at, go) = (heap, 0, true) while go do
        let l = 2 * at + 1
        let least = if l + 1 < c && heap[l + 1] < heap[l] then l + 1 else l
        in if least < c && heap[least] < end
           then let x = heap[least] in (heap with [at] = x, least, true)
           else (heap, at, false)
      in (heap with [at] = end, now, s + (start - now) ** 2)
    in s
  in f64.sum (map2 line gaps work) / f64.i64 (m * n)
-- the first free server by a reduce over all
def least [m][n] (c: i64) (gaps: [m][n]f64) (work: [m][n]f64) : f64 =
  let earlier (a, i) (b, j) = if a < b || a == b && i < j then (a, i) else (b, j)
  let line (arrivals: [n]f64) (work: [n]f64) : f64 =
    let (_, waits) = loop (free, waits) = (replicate c 0, replicate n 0) for i < n do
      let (at, j) = reduce earlier (f64.inf, c) (zip free (iota c))
      let start = f64.max at arrivals[i]
      in (free with [j] = start + work[i], waits with [i] = start - arrivals[i])
    in f64.sum (map (\w -> w * w) waits)
  in f64.sum (map2 line (map (scan (+) 0) gaps) work) / f64.i64 (m * n)
-- what is left to do for each server as a sorted vector (Kiefer and Wolfowitz)
def sorted [m][n] (c: i64) (gaps: [m][n]f64) (work: [m][n]f64) : f64 =
  let insert (v: [c]f64) (x: f64) : [c]f64 =
    tabulate c (\i ->
      let next = if i + 1 < c then v[i + 1] else f64.inf
      in if next <= x then next else if i > 0 && v[i] > x then v[i] else x)
  let line (gaps: [n]f64) (work: [n]f64) : f64 =
    let step (v: [c]f64, s: f64) (gap: f64, w: f64) =
      let v = map (\x -> f64.max 0 (x - gap)) v
      in (insert v (v[0] + w), s + v[0] * v[0])
    in (foldl step (replicate c 0, 0) (zip gaps work)).1
  in f64.sum (map2 line gaps work) / f64.i64 (m * n)
entry primal_heap [m][n] (c: i64) (a: [m][n]f64) (s: [m][n]f64) = heaps c a s
entry grad_heap [m][n] (c: i64) (a: [m][n]f64) (s: [m][n]f64) = vjp (\(a, s) -> heaps c a s) (a, s) 1
entry primal_least [m][n] (c: i64) (a: [m][n]f64) (s: [m][n]f64) = least c a s
entry grad_least [m][n] (c: i64) (a: [m][n]f64) (s: [m][n]f64) = vjp (\(a, s) -> least c a s) (a, s) 1
entry primal_sorted [m][n] (c: i64) (a: [m][n]f64) (s: [m][n]f64) = sorted c a s
entry grad_sorted [m][n] (c: i64) (a: [m][n]f64) (s: [m][n]f64) = vjp (\(a, s) -> sorted c a s) (a, s) 1
