-- A line of == begins a test block, also right after another block.
-- ==
-- entry: a
-- input { 1 } output { 2 }
-- ==
-- entry: b
-- input { 1 } output { 3 }
entry a (x: i32) = x + 1
entry b (x: i32) = x + 2
