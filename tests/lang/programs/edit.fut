-- Edit distance, row by row in place and along diagonals in parallel; and a Kalman filter with the derivative by its noise.
-- ==
-- entry: distance
-- input { "kitten" "sitting" } output { 3i32 3i32 }
-- input { "" "abc" } output { 3i32 3i32 }
-- input { "intention" "execution" } output { 5i32 5i32 }
-- input { "" "" } output { 0i32 0i32 }
-- entry: long
-- input { 40i64 67i64 } output { true }
-- entry: kalman
-- input { 1i64 } output { true true }
-- input { 50i64 } output { true true }
def number (s: i64) (i: i64): f64 = f64.u32 ((u32.i64 (i * 7919 + s * 104729) * 2654435761) >> 8) / 16777216

def rows [n][m] (a: [n]u8) (b: [m]u8): i32 =
  let row = loop row = map i32.i64 (iota (m + 1)) for i < n do
    loop new = replicate (m + 1) 0i32 with [0] = i32.i64 (i + 1) for j < m do
      new with [j + 1] = i32.min (i32.min (new[j] + 1) (row[j + 1] + 1)) (row[j] + i32.bool (a[i] != b[j]))
  in row[m]

def diagonals [n][m] (a: [n]u8) (b: [m]u8): i32 =
  let far = 1000000i32
  let (_, d) = loop (p, q) = (replicate (n + 1) far, tabulate (n + 1) (\i -> if i == 0 then 0 else far)) for k in 1..<n + m + 1 do
    (q, tabulate (n + 1) (\i ->
      let j = k - i
      in if j < 0 || j > m then far else if i == 0 then i32.i64 j else if j == 0 then i32.i64 i
         else i32.min (i32.min (q[i - 1] + 1) (q[i] + 1)) (p[i - 1] + i32.bool (a[i - 1] != b[j - 1]))))
  in d[n]

entry distance (a: []u8) (b: []u8): (i32, i32) = (rows a b, diagonals a b)

entry long (n: i64) (m: i64): bool =
  let word s k = tabulate k (\i -> u8.f64 (4 * number s i))
  in rows (word 1 n) (word 2 m) == diagonals (word 1 n) (word 2 m)

-- | The positions of what moves straight on, by noise q of the movement.
def track [n] (zs: [n]f64) (q: f64): [n]f64 =
  (.0) (loop (xs, (x, v), (a, b, c)) = (replicate n 0, (0, 0), (1, 0, 1)) for i < n do
    let (x, a, b, c) = (x + v, a + 2 * b + c + q, b + c, c + q)
    let (k, l) = (a / (a + 1), b / (a + 1))
    let e = zs[i] - x
    in (xs with [i] = x + k * e, (x + k * e, v + l * e), ((1 - k) * a, (1 - k) * b, c - l * b)))

entry kalman (n: i64): (bool, bool) =
  let zs = tabulate n (\i -> f64.i64 i * 0.5 + number 3 i)
  let miss q = f64.sum (map2 (\x z -> (x - z) ** 2) (track zs q) zs)
  let g = vjp miss 0.1 1
  let near t x y = f64.abs (x - y) <= t * (1 + f64.abs x)
  in (near 1e-9 (jvp miss 0.1 1) g, near 1e-5 ((miss 0.10001 - miss 0.09999) / 0.00002) g)
