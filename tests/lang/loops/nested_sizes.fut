-- Loops in loops, for, for in and while, keep the size that the outer parameter starts with, where the inner body gives it.
-- ==
-- entry: tabulated
-- input { [1.0, 2.0, 3.0] } output { [7.0, 8.0, 9.0] }

-- ==
-- entry: deep
-- input { [1i64, 2i64] } output { [2i64, 4i64] }

-- ==
-- entry: until
-- input { [1.0, 2.0] } output { [5.0, 6.0] }

-- ==
-- entry: over
-- input { [1i64, 2i64] [[1i64, 2i64], [3i64, 4i64]] } output { [11i64, 12i64] }

-- ==
-- entry: bound
-- input { [1i64, 2i64] } output { [12i64, 20i64] }

-- ==
-- entry: back
-- input { [1i64, 2i64] } output { [4i64, 5i64] }

-- ==
-- entry: pair
-- input { [1i64, 2i64] [5i64] } output { [4i64, 5i64] [8i64] }

-- ==
-- entry: record
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [[1i64, 3i64], [2i64, 4i64]] 3i64 }
entry tabulated [n] (x: [n]f64): [n]f64 =
  loop x for i < 3i64 do
    loop x for _j < i + 1 do tabulate n (\q -> x[q] + 1)

entry deep [n] (x: [n]i64): [n]i64 =
  loop x for i < 3i64 do
    loop y = x for j < i do
      loop z = y for _k < j do if i > 2 then y else tabulate n (\q -> y[q] + z[q])

entry until [n] (x: [n]f64): [n]f64 =
  loop x while f64.sum x < 10 do
    map (+ 1) (loop x while f64.sum x < 5 do tabulate n (\q -> x[q] + 2))

entry over [n] (x: [n]i64) (yss: [][]i64): [n]i64 =
  loop x for ys in yss do
    loop x for y in ys do tabulate n (\q -> x[q] + y)

entry bound [n] (x: [n]i64): [n]i64 =
  loop x for i < 3i64 do
    let y = loop y = x for _j < i do tabulate n (\q -> y[q] + 1)
    in map2 (+) x y

entry back [n] (x: [n]i64): [n]i64 =
  loop x for i < 3i64 do
    loop _y = tabulate n (\q -> x[q]) for _j < i + 1 do map (+ 1) x

entry pair [n] [m] (x: [n]i64) (y: [m]i64): ([n]i64, [m]i64) =
  loop (x, y) = (x, y) for i < 3i64 do
    loop (x, y) for _j < i do (tabulate n (\q -> x[q] + 1), tabulate m (\q -> y[q] + 1))

entry record [n] (a: [n][n]i64): ([n][n]i64, i64) =
  let r =
    loop r = {a, steps = 0i64} for i < 3i64 do
      loop r for _j < i do {a = tabulate_2d n n (\p q -> r.a[q, p]), steps = r.steps + 1}
  in (r.a, r.steps)
