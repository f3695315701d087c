-- Several entry points in one program.
-- ==
-- entry: inc
-- input { 1 } output { 2 }
-- entry: dec
-- input { 1 } output { 0 }
-- entry: inc dec
-- input { 0 } error: .
entry inc (x: i32) = assert (x != 0) (x + 1)
entry dec (x: i32) = assert (x != 0) (x - 1)
