-- Streams of updates with operators that run in parallel and others, on elements of every kind.
-- ==
-- entry: over
-- input { [10i32, 20, 30] [1i64, -1, 0, 3, 1] } output { [2i32, 4, 30] }
-- input { empty([0]i32) [0i64] } output { empty([0]i32) }
-- input { [5i32] empty([0]i64) } output { [5i32] }

-- ==
-- entry: sums
-- input { [1.0, 2.0, 3.0] [1i64, -1, 0, 3, 1] } output { [3.0, 6.0, 3.0] }
-- input { empty([0]f64) [0i64] } output { empty([0]f64) }
-- input { [1.5] empty([0]i64) } output { [1.5] }

-- ==
-- entry: products
-- input { [1i32, 2, 3] [1i64, -1, 0, 3, 1] } output { [2i32, 8, 3] }

-- ==
-- entry: minima
-- input { [7.0f32, 8.0, 9.0] [1i64, -1, 0, 3, 1] } output { [2.0f32, 0.0, 9.0] }

-- ==
-- entry: pairs
-- input { [1.0, 2.0] [1i64, 0, 2, 1] } output { [2.0, 5.0] [2.0, 6.0] [2.0, 5.0] [1.0, 8.0] }

-- ==
-- entry: most
-- input { [1i64, 0, 2, 1] } output { [1i64, 3] [0i64, 3] }

-- ==
-- entry: rows
-- input { [[1.0, 2.0], [3.0, 4.0]] [0i64, 1, 1, -1] }
-- output { [[2.0, 4.0], [9.0, 12.0]] [[0.0, 0.0], [2.0, 2.0]] [[1.0, 4.0], [27.0, 64.0]] }

-- ==
-- entry: mapped
-- input { [[1i64, 2], [0i64, 0]] } output { [[0i64, 1, 1], [2i64, 0, 0]] [[7i64, 0, 1], [1i64, 7, 7]] }

-- ==
-- entry: nested
-- input { [1i64, 2, 3] } output { [9i64, 9, 9] }

-- ==
-- entry: unit
-- input { 3i64 } output { 3i64 }

entry over [k] [n] (dest: *[k]i32) (is: [n]i64): [k]i32 =
  scatter_stream dest (\acc (j, i) -> write acc i (i32.i64 j)) (zip (indices is) is)

entry sums [k] [n] (dest: *[k]f64) (is: [n]i64): [k]f64 =
  reduce_by_index_stream dest (+) 0 (\acc i -> write acc i 2) is

entry products [k] [n] (dest: *[k]i32) (is: [n]i64): [k]i32 =
  reduce_by_index_stream dest (*) 1 (\acc i -> write acc i 2) is

entry minima [k] [n] (dest: *[k]f32) (is: [n]i64): [k]f32 =
  reduce_by_index_stream dest f32.min f32.inf (\acc (j, i) -> write acc i (f32.i64 j)) (zip (indices is) is)

entry pairs [k] [n] (dest: [k]f64) (is: [n]i64): ([k]f64, [k]f64, [k]f64, [k]f64) =
  let dests () = zip dest (copy dest)
  let f (acc: *acc ([k](f64, f64))) i = write acc i (1 + 0.5 * f64.i64 i, 1 + f64.i64 i)
  let (as, bs) = unzip (reduce_by_index_stream (dests ()) (\(a, b) (c, d) -> (a + c, d + b)) (0, 0) f is)
  let (cs, ds) = unzip (reduce_by_index_stream (dests ()) (\(a, b) (c, d) -> (a + c, b * d)) (0, 1) f is)
  in (as, bs, cs, ds)

-- Of the values at an index the largest, and where it was.
entry most (is: []i64): ([2]i64, [2]i64) =
  let larger (i, x) (j, y) = if x >= y then (i, x) else (j, y)
  in unzip (reduce_by_index_stream (replicate 2 (-1, -1)) larger (-1, -1) (\acc (j, i) -> write acc i (j, i * j)) (zip (indices is) is))
     |> \(at, xs) -> (at, xs)

entry rows [k] [m] (dest: [k][m]f64) (is: []i64): ([k][m]f64, [k][m]f64, [k][m]f64) =
  let row i = if i < 0 then replicate m 9 else dest[i]
  let f (acc: *acc ([k][m]f64)) i = write acc i (row i)
  let add = reduce_by_index_stream (copy dest) (map2 (+)) (replicate m 0) f is
  let over = scatter_stream (copy dest) (\acc i -> write acc i (replicate m (f64.i64 (2 * i)))) is
  let mul = reduce_by_index_stream (copy dest) (map2 (*)) (replicate m 1) f is
  in (add, over, mul)

entry mapped [n] [m] (iss: [n][m]i64): ([n][3]i64, [n][3]i64) =
  (map (\is -> reduce_by_index_stream (replicate 3 0) (+) 0 (\acc i -> write acc i 1) is) iss,
   map (\is -> scatter_stream (replicate 3 7) (\acc (j, i) -> write acc i j) (zip (indices is) is)) iss)

-- A stream of its own in the function of another.
entry nested (is: [3]i64): [3]i64 =
  reduce_by_index_stream (replicate 3 0) (+) 0 (\acc i ->
    let own = scatter_stream (replicate 3 0) (\acc j -> write acc j (i + j)) (iota 3)
    in loop acc for j < 3 do write acc j (own[j] - j + 1)) is

entry unit (n: i64): i64 =
  length (reduce_by_index_stream (replicate n ()) (\_ u -> u) () (\acc i -> write acc i ()) (iota n))
