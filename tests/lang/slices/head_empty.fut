-- head, last, init and tail of an empty array are run-time errors.
-- ==
-- entry: first final
-- input { empty([0]i32) } error: .
-- input { [4] } output { 4 }
-- entry: inner outer
-- input { empty([0]i32) } error: .
-- input { [4] } output { empty([0]i32) }
entry first (xs: []i32) = head xs
entry final (xs: []i32) = last xs
entry inner (xs: []i32) = init xs
entry outer (xs: []i32) = tail xs
