-- Rows that are made under a condition, read again and again, and results: lanes must not read them before they are made.
-- ==
-- entry: main
-- input { 21i64 } output { true }
-- input { 300000i64 } output { true }
entry main (n: i64): bool =
  let (rows, sums) =
    unzip (map (\i ->
      let own = if i % 2 == 0 then [i, 2 * i, 3 * i] else [1, i, i]
      let tables = map (\j -> map (\k -> k * j + i) own) (iota 3)
      in (own, tables[i % 3, 1] + tables[2, i % 3])) (iota n))
  in and (map3 (\i row s -> s == i % 3 * row[1] + 2 * row[i % 3] + 2 * i) (iota n) rows sums)
     && and (map2 (\i row -> row[0] == (if i % 2 == 0 then i else 1)) (iota n) rows)
