-- Division by zero inside a map is an error, and not one where the branch is not taken.
-- ==
-- entry: plain
-- input { [1, 0, 2] } error: zero
-- input { [1, 2] } output { [6, 3] }
-- entry: guarded
-- input { [1, 0, 2] } output { [6, 0, 3] }
-- entry: shortcut
-- input { [1, 0, 2] } output { [true, false, false] }
entry plain (xs: []i32) = map (6 /) xs
entry guarded (xs: []i32) = map (\x -> if x == 0 then 0 else 6 / x) xs
entry shortcut (xs: []i32) = map (\x -> x != 0 && 6 / x == 6) xs
