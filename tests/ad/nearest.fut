-- What is chosen: the nearest of many by reductions and loops, whose derivative is that of the one which is chosen.
-- ==
-- entry: pairs payload nested largest indices rows taken found record reversed last
-- input { 1i64 } output { true }
-- input { 4i64 } output { true }
-- input { 7i64 } output { true }
-- ==
-- entry: pairs payload nested largest taken found record reversed last
-- input { 0i64 } output { true }
-- ==
-- entry: nothing
-- input { 0i64 } error: index -1 out of bounds for array of length 0
-- input { 3i64 } error: index -1 out of bounds for array of length 3
def unit n (j: i64) : [n]f64 = tabulate n (\i -> f64.bool (i == j))
def start n : [n]f64 = tabulate n (\i -> 1 + f64.cos (f64.i64 (3 * i)))
def places : [4]f64 = [0.4, 1.7, 1.1, -0.3]

-- | The gradient by vjp against one by jvp in all directions.
def checked [n] (f: [n]f64 -> f64) (x: [n]f64): bool =
  and (map2 (\a b -> f64.abs (a - b) < 1e-12 * (1 + f64.abs a)) (vjp f x 1) (map (\j -> jvp f x (unit n j)) (iota n)))

def distance (p: f64) (x: f64) = f64.exp (0.3 * x * p) * (x - p) * (x - p)
def kept (t: f64) = if t == f64.inf then 0 else t * t

-- A pair of a distance and an index, whose index is used or is not.
entry pairs n =
  checked (\x -> f64.sum (map (\p ->
    let (t, i) = reduce (\(t, i) (u, j) -> if t <= u then (t, i) else (u, j)) (f64.inf, -1) (zip (map (distance p) x) (iota n))
    in kept t + f64.i64 i) places)) (start n)

-- What goes with the distance has a derivative, too.
entry payload n =
  checked (\x -> f64.sum (map (\p ->
    let (t, x, y) = reduce (\(t, x, y) (u, v, w) -> if u < t then (u, v, w) else (t, x, y)) (f64.inf, 0, 1) (map (\x -> (distance p x, f64.sin x, x * p)) x)
    in kept t * x + x * y) places)) (start n)

-- Ties go by the index.
entry nested n =
  checked (\x -> f64.sum (map (\p ->
    let (t, _) = reduce (\(t, i) (u, j) -> if t < u then (t, i) else if u < t then (u, j) else if i <= j then (t, i) else (u, j))
                        (f64.inf, i64.highest) (zip (map (\x -> f64.floor (3 * x) + 0 * x * p) x) (iota n))
    in kept t) places)) (start n)

entry largest n = checked (\x -> f64.sum (map (\p -> let m = f64.maximum (map (distance p) x) in if m == -f64.inf then 0 else m * p) places)) (start n)

-- The index alone is reduced, and the element read.
entry indices n =
  checked (\x -> f64.sum (map (\p ->
    let ts = map (distance p) x
    let i = reduce (\i j -> if ts[j] < ts[i] then j else i) 0 (iota n)
    in ts[i] * x[i]) places)) (start n)

-- All distances at once, then all indices, then what comes of them.
entry rows n =
  checked (\x ->
    let tss = map (\p -> let q = p * p in map (\x -> distance p x + q) x) places
    let is = map (\ts -> reduce (\i j -> if ts[j] < ts[i] then j else i) 0 (iota n)) tss
    let far = map2 (\ts i -> ts[i] > 0.1) tss is
    in f64.sum (map4 (\ts i f p -> if f then ts[i] * p else x[i]) tss is far places)) (start n)

-- A loop that takes a value or keeps the one it has, under conditions on both.
entry taken n =
  checked (\x -> f64.sum (map (\p ->
    let (t, i) = loop (t, i) = (f64.inf, -1) for j < n do
      let u = distance p x[j]
      in if x[j] > 0.2 then if u < t then (u, j) else (t, i) else (t, i)
    in kept t * f64.i64 (i + 2)) places)) (start n)

-- Both of what is kept, in numbers that the loop makes of its own; and what is there at first.
entry found n =
  checked (\x -> f64.sum (map (\p ->
    let (t, v) = loop (t, v) = (p * x[0] * 2, p * x[n + 1]) for j < n + 2 do
      let u = distance p x[j]
      let v' = if x[j] > 1 then f64.sin x[j] else x[j] * p
      in if u < t && j % 2 == 0 then (u, v') else (t, v)
    in t * v) places)) ([1.3, 0.7] ++ start n)

type hit = { t: f64, at: i64 }
entry record n =
  checked (\x -> f64.sum (map (\p ->
    let nearer (a: hit) (b: hit) = if a.t <= b.t then a else b
    let h = reduce nearer { t = f64.inf, at = -1 } (map2 (\x at -> { t = distance p x, at }) x (iota n))
    in if h.at < 0 then 0 else h.t * x[h.at]) places)) (start n)

-- The later of two that are as near.
entry reversed n =
  checked (\x -> f64.sum (map (\p ->
    let (t, _) = reduce (\(t, i) (u, j) -> if u <= t then (u, j) else (t, i)) (f64.inf, -1) (zip (map (\x -> f64.round x * x * p) x) (iota n))
    in kept t) places)) (start n)

-- The last one for which a condition holds: nothing of what is kept is looked at.
entry last n =
  checked (\x -> f64.sum (map (\p -> (loop v = p for j < n do if x[j] > p then x[j] * x[j] * p else v)) places)) (start n)

-- Nothing is chosen, and then read.
entry nothing (n: i64) : f64 =
  let f [n] (x: [n]f64) =
    let tss = map (\p -> map (distance p) x) places
    let is = map (\ts -> loop i = -1 for j < n do if ts[j] < -1 then j else i) tss
    in f64.sum (map2 (\ts i -> ts[i]) tss is)
  in f64.sum (vjp f (start n) 1)
