-- Operators that no special rule knows, derivatives inside operators, and library code of segments and keys.
-- ==
-- entry: ties
-- input { [0f64, 0f64] } output { [0f64, 0f64] [0f64, 0f64] }
-- input { [0f64, 2f64, 2f64] } output { [0f64, 1f64, 0f64] [0f64, 1f64, 0f64] }
-- input { empty([0]f64) } output { empty([0]f64) empty([0]f64) }
-- entry: reductions
-- input { 1i64 } output { true true true true }
-- input { 6i64 } output { true true true true }
-- entry: scans
-- input { 1i64 } output { true true true true }
-- input { 6i64 } output { true true true true }
-- entry: inside
-- input { 1i64 } output { true true true true }
-- input { 6i64 } output { true true true true }
-- entry: segments
-- input { 2i64 } output { true }
-- input { 7i64 } output { true }
-- entry: sorted
-- input { 1i64 } output { true }
-- input { 9i64 } output { true }
import "gaps"

-- | The identity, as seeds.
def units (n: i64): [n][n]f64 = tabulate n (unit n)

-- | The gradient agrees with differences, and with its own derivatives in both modes.
def twice [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64): bool =
  agree f x && agree (\x -> vjp f x (noise m 3)) x
  && near 1e-12 (apart (flatten (transpose (jmp f x (units n)))) (flatten (mjp f x (units m))))

-- The neutral element comes first on ties, in both modes.
entry ties [n] (xs: [n]f64): ([n]f64, [n]f64) =
  let f = reduce f64.max 0
  in (vjp f xs 1, map (jvp f xs) (units n))

def some (n: i64): [n]f64 = map (\x -> 0.6 + 0.3 * x) (noise n 41)

-- Products of polynomials of degree 2, of affine maps and of tropical matrices, and moments merged.
entry reductions (n: i64): (bool, bool, bool, bool) =
  let poly (a: [3]f64) (b: [3]f64): [3]f64 =
    tabulate 3 (\i -> f64.sum (tabulate 3 (\j -> if j <= i then a[j] * b[i - j] else 0)))
  let times [k] (a: [k][k]f64) (v: [k]f64): [k]f64 = map (\r -> dot r v) a
  let affine (a, u) (b: [2][2]f64, v: [2]f64) = (map (times (transpose a)) b, map2 (+) (times b u) v)
  let max = f64.max
  let tropical (a, b, c, d) (e, f, g, h): (f64, f64, f64, f64) =
    (max (a + e) (b + g), max (a + f) (b + h), max (c + e) (d + g), max (c + f) (d + h))
  let moments (k, m, s) (l, o, t): (f64, f64, f64) =
    if k == 0 then (l, o, t) else if l == 0 then (k, m, s)
    else let d = o - m in (k + l, m + d * l / (k + l), s + t + d * d * k * l / (k + l))
  let four (a, b, c, d): [4]f64 = [a, b, c, d]
  in ( twice (\xs -> reduce poly [1, 0, 0] (map (\x -> [1, x, x * x * x]) xs)) (some n)
     , twice (\xs -> (reduce affine ([[1, 0], [0, 1]], [0, 0]) (map (\x -> ([[x, 1], [x * x, 0.5]], [x, 1])) xs)).1) (some n)
     , twice (\xs -> four (reduce tropical (0, -1e9, -1e9, 0) (map (\x -> (x, x * x, f64.cos x, 0.7)) xs))) (some n)
     , twice (\xs -> let (_, m, s) = reduce moments (0, 0, 0) (map (\x -> (1, x, 0)) xs) in [m, s]) (some n) )

-- The operators mix components, start again at flags, and have free variables that are differentiated.
entry scans (n: i64): (bool, bool, bool, bool) =
  let mixed (a, as) (b, bs): (f64, [2]f64) = (a + b + dot as bs, map2 (+) as bs)
  let flagged (f: i32, as: [2]f64) (g: i32, bs: [2]f64) = (f | g, if g > 0 then bs else map2 (\x y -> x * y) as bs)
  let fraction (a, b, c, d) (e, f, g, h): (f64, f64, f64, f64) = (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)
  in ( twice (\xs -> map (.0) (scan mixed (0, [0, 0]) (map (\x -> (x, [x, x * x])) xs))) (some n)
     , twice (\xs -> map (\(_, v) -> v[0] + v[1]) (scan flagged (0, [1, 1]) (zip (map (\i -> i32.bool (i % 3 == 0)) (iota n)) (map (\x -> [x, f64.sin x]) xs)))) (some n)
     , twice (\xs -> map (\(a, b, c, d) -> (a + b) / (c + d)) (scan (flip fraction) (1, 0, 0, 1) (map (\x -> (x, 1, 1, 0)) xs))) (some n)
     , twice (\xs -> scan (\a b -> a + b + xs[0] * xs[n - 1] * a * b) 0 xs) (some n) )

-- Derivatives in operators of a reduction, a scan and a histogram, and many seeds of a histogram.
entry inside (n: i64): (bool, bool, bool, bool) =
  let slope x y = jvp (\x -> x * x / 2 + x * y) x 1
  let places = map (% 2) (iota n)
  in ( twice (\xs -> [reduce (\x y -> (vjp (\(x, y) -> x * x / 2 + x * y) (x, y) 1).0) 0 xs]) (some n)
     , twice (scan slope 0) (some n)
     , twice (\xs -> reduce_by_index [xs[0], 1] slope 0 places xs) (some n)
     , twice (\xs -> flatten (mjp (hist (*) 1 2 places) xs (map (\s -> [s, s * s]) xs))) (some n) )

def segmented_scan [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (xs: [n]t): [n]t =
  map (.1) (scan (\(f, x) (g, y) -> (f || g, if g then y else op x y)) (false, ne) (zip flags xs))

def replicated_iota [n] (counts: [n]i64): []i64 =
  let starts = map2 (\i s -> if i == 0 then 0 else s) (iota n) (rotate (-1) (scan (+) 0 counts))
  let marks = reduce_by_index (replicate (i64.sum counts) 0) i64.max 0 starts (iota n)
  in segmented_scan (+) 0 (map (> 0) marks) marks

-- Segments of different lengths are laid out, scanned, and their ends scattered.
entry segments (n: i64): bool =
  let f (xs: [n]f64): [n]f64 =
    let rows = replicated_iota (map (\i -> i % 3 + 1) (iota n))
    let starts = map2 (!=) rows (rotate (-1) rows)
    let columns = map (\k -> k - 1) (segmented_scan (+) 0 starts (map (\_ -> 1) rows))
    let sums = segmented_scan (\x y -> x + y + 0.1 * x * y) 0 starts (map2 (\i j -> xs[i] * xs[i * j % n]) rows columns)
    in scatter (replicate n 0) (map2 (\i end -> if end then i else -1) rows (rotate 1 starts)) sums
  in twice f (some n)

-- Sorted by the bits of keys; the values move along.
entry sorted (n: i64): bool =
  let f (xs: [n]f64): [n]f64 =
    let pairs = zip (map (\i -> u8.i64 ((i * 7 + 3) % 11)) (iota n)) (map2 (*) xs (rotate 1 xs))
    let step [n] (ps: [n](u8, f64)) (b: u8): [n](u8, f64) =
      let bits = map (\(k, _) -> i64.u8 ((k >> b) & 1)) ps
      let (low, high) = (scan (+) 0 (map (1 -) bits), scan (+) 0 bits)
      let place bit l h = if bit == 0 then l - 1 else last low + h - 1
      in scatter (copy ps) (map3 place bits low high) ps
    in map2 (\(_, y) x -> x * y) (loop ps = pairs for b < 4u8 do step ps b) (scan (*) 1 xs)
  in twice f (some n)
