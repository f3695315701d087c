-- An update goes along a path of fields and indices.
-- ==
-- entry: field_of_element
-- input { 5 } output { [5, 2] [3, 4] }

-- ==
-- entry: element_of_field
-- input { 5 } output { [0, 5] 1 }

-- ==
-- entry: deep
-- input { 5 } output { [1, 2] [3, 5] }
-- input { 6 } output { [1, 2] [3, 6] }

-- ==
-- entry: indices
-- input { 1i64 } output { [[1, 2], [3, 9]] }
-- input { 2i64 } error: .

-- ==
-- entry: in_loop
-- input { } output { [1, 3] [5, 7] }
entry field_of_element (x: i32) =
  let rs = [{a = 1, b = 3}, {a = 2, b = 4}]
  let ts = rs with [0].a = x
  in (map (.a) ts, map (.b) ts)

entry element_of_field (x: i32) =
  let r = {a = [0, 1], b = 1i32}
  let r.a[1] = x
  in (r.a, r.b)

entry deep (x: i32) =
  let r = {p = [([1i32, 2], 0i32), ([3, 4], 1)]}
  let s = r with p[1].0[1] = x
  in (s.p[0].0, s.p[1].0)

entry indices (i: i64) = [[1i32, 2], [3, 4]] with [1][i] = 9

entry in_loop =
  let rs = [{a = 1i32, b = 0i32}, {a = 3, b = 4}]
  let rs = loop rs for i < 2 do rs with [i].b = rs[i].a + 4
  in (map (.a) rs, map (.b) rs)
