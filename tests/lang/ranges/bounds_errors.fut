-- A range whose end lies before its start is a run-time error.
-- ==
-- entry: up
-- input { 5 2 } error: range
-- entry: down
-- input { 2 5 } error: range
entry up (a: i32) (b: i32) = a..<b
entry down (a: i32) (b: i32) = a..>b
