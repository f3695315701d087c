-- Streams: scatter_stream and reduce_by_index_stream with every way an accumulator may go.
-- ==
-- entry: over
-- input { [10i32, 20, 30] [1i64, -1, 0, 3, 1] } output { [12i32, 24, 30] }
-- input { empty([0]i32) [0i64] } output { empty([0]i32) }
-- input { [5i32] empty([0]i64) } output { [5i32] }

-- ==
-- entry: sums lifted named
-- input { [1.0, 2.0, 3.0] [1i64, -1, 0, 3, 1] } output { [5.0, 9.0, 3.0] }
-- input { empty([0]f64) [0i64] } output { empty([0]f64) }

-- ==
-- entry: products
-- input { [1i32, 2, 3] [1i64, -1, 0, 3, 1] } output { [4i32, 24, 3] }

-- ==
-- entry: looped while_loop branches matched record
-- input { [0i64, 0, 0, 0] [3i64, 1, 4] } output { [3i64, 3, 2, 1] }

-- ==
-- entry: pairs
-- input { [1.0, 2.0] [1i64, 0, 2, 1] } output { [2.0, 6.0] [2.0, 12.0] }

-- ==
-- entry: most
-- input { [1.0, 2.0] [1i64, 0, 2, 1] } output { [2.0, 4.0] [1i64, 3] }

-- ==
-- entry: rows
-- input { [[1.0, 2.0], [3.0, 4.0]] [0i64, 1, 1, -1] } output { [[2.0, 2.0], [6.0, 8.0]] [[1.0, 2.0], [2.0, 1.0]] [[0.0, 0.5], [8.0, 8.0]] }

-- ==
-- entry: nested
-- input { [1i64, 2, 3] } output { [6i64, 4, 2] }

def over [k] [n] (dest: *[k]i32) (is: [n]i64): [k]i32 =
  scatter_stream dest (\acc (j, i) -> write acc i (10 * i32.i64 j - i32.i64 j * 8 + 4)) (zip (indices is) is)

entry sums [k] [n] (dest: *[k]f64) (is: [n]i64): [k]f64 =
  reduce_by_index_stream dest (+) 0 (\acc (i, v) -> write acc i v) (zip is (map (\j -> 2 + f64.i64 j) (indices is)))
