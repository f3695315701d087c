-- Sizes that vary in a loop do so as well where a branch or a loop inside keeps them for a while.
-- ==
-- entry: branch
-- input { [3i64, 1i64, 2i64] } output { [3i64] }

-- ==
-- entry: inner
-- input { [3i64, 1i64, 2i64] } output { [2i64] }

-- ==
-- entry: middle
-- input { [3i64, 1i64] } output { [3i64, 1i64, 0i64, 0i64, 0i64] }

-- ==
-- entry: one_of_two
-- input { [3i64, 1i64, 2i64] } output { [3i64, 1i64, 2i64] [3i64] }
entry branch [n] (x: [n]i64): []i64 =
  loop x for i < 3i64 do
    let y = if i > 0 then x else tabulate n (\q -> x[q])
    in filter (> i) y

entry inner [n] (x: [n]i64): []i64 =
  loop x for i < 3i64 do
    let y = loop x for _j < 1 - i do tabulate n (\q -> x[q] - 1)
    in filter (> i - 1) y

entry middle [n] (x: [n]i64): []i64 =
  loop x for i < 3i64 do
    loop y = x for _j < i do
      (loop z = y for _k < 0 do tabulate n (\q -> z[q])) ++ [0]

entry one_of_two [n] (x: [n]i64): ([n]i64, []i64) =
  loop (x, y) = (x, x) for i < 3i64 do
    let z = loop z = x for _j < i do tabulate n (\q -> z[q])
    in (z, filter (> i) y)
