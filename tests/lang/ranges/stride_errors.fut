-- A stride of zero or in the wrong direction is a run-time error.
-- ==
-- entry: up down incl
-- input { 1 1 9 } error: range
-- entry: up
-- input { 1 0 9 } error: range
-- entry: down
-- input { 9 10 1 } error: range
entry up (a: i32) (s: i32) (b: i32) = a..s..<b
entry down (a: i32) (s: i32) (b: i32) = a..s..>b
entry incl (a: i32) (s: i32) (b: i32) = a..s...b
