-- Arrays of sums: map, update, scatter, filter, reverse, slices, literals, and equality of elements and of arrays.
type shape = #circle f64 | #rect f64 f64 | #poly {n: i32, r: f64} | #empty
def area (s: shape) = match s
  case #circle r -> 3 * r * r
  case #rect a b -> a * b
  case #poly {n, r} -> f64.i32 n * r
  case #empty -> 0
def make (k: i64): [k]shape =
  map (\i -> if i % 4 == 0 then #circle (f64.i64 i) else if i % 4 == 1 then #rect 2 (f64.i64 i)
             else if i % 4 == 2 then #poly {n = i32.i64 i, r = 0.5} else #empty) (iota k)
-- ==
-- entry: areas
-- input { 5i64 } output { [0.0, 2.0, 1.0, 0.0, 48.0] [0.0, 7.0, 1.0, 0.0, 48.0] [48.0, 0.0, 1.0, 2.0, 0.0] [2.0, 1.0] [0.0, 2.0, 3.0, 0.0, 48.0] }
entry areas (k: i64) =
  let xs = make k
  in (map area xs, map area (copy xs with [1] = #rect 1 7), map area (reverse xs), map area xs[1:3],
      map area (scatter (copy xs) [2, 9] [#circle 1, #empty]))
-- ==
-- entry: comparisons
-- input { 5i64 } output { true false [false, false, false, true, false] 2i64 true }
entry comparisons (k: i64) =
  let xs = make k
  in (xs == make k, xs == (copy xs with [0] = #empty), map (== #empty) xs,
      length (filter (\s -> match s case #circle _ -> true case _ -> false) xs), ([#circle 1, #empty] : []shape) == [#circle 1, #empty])
-- ==
-- entry: none
-- input { 0i64 } output { empty([0]f64) true }
entry none (k: i64) = (map area (make k), make k == make k)
