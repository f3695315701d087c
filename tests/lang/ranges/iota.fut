-- iota and replicate of size 0, and of a negative size, which is an error.
-- ==
-- entry: iotas
-- input { 3i64 } output { [0i64, 1i64, 2i64] }
-- input { 0i64 } output { empty([0]i64) }
-- input { -1i64 } error: negative
-- entry: reps
-- input { 2i64 } output { [7, 7] }
-- input { 0i64 } output { empty([0]i32) }
-- input { -5i64 } error: negative
entry iotas (n: i64) = iota n
entry reps (n: i64) = replicate n 7
