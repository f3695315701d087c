-- Updates of mixed paths, in let, loops and maps: numbers as fields, slices in the middle, two indices one after another.
-- ==
-- entry: field_index
-- input { [1, 2, 3] } output { [7, 2, 3] [1, 2, 3] }
-- entry: index_field
-- input { [1, 2, 3] } output { [1, 9, 3] [false, true, true] }
-- entry: deep
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [3, 8], [5, 6]] [0, 1, 2] }
-- entry: slices
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [0, 0], [5, 7]] }
-- entry: inside_loop
-- input { 4i64 } output { [0i64, 1i64, 4i64, 9i64] 4 }
-- entry: inside_map
-- input { [1, 2, 3] } output { [[1, 0, 0], [0, 2, 0], [0, 0, 3]] [1, 2, 3] }
-- entry: names
-- input { [4, 5] } output { [4, 1] [4, 5] 3 2 }
-- entry: two_indices
-- input { [[1, 2], [3, 4]] 1i64 } output { [[1, 2], [3, 0]] }
type both [n] = {a: [n]i32, b: [n]i32}

entry field_index xs =
  let r: both [] = {a = copy xs, b = xs}
  let s = (copy r) with a[0] = 7
  in (s.a, s.b)

entry index_field [n] (xs: [n]i32) =
  let ps = map (\x -> {x, flag = x > 1}) xs
  in map (\p -> (p.x, p.flag)) (ps with [1].x = 9) |> unzip

type cell [m] = {row: [m]i32, tag: (i64, i32)}

entry deep [n] [m] (xss: [n][m]i32) =
  let cells: [n](cell [m]) = map2 (\row i -> {row, tag = (i, 0)}) (copy xss) (iota n)
  let cells = cells with [1].row[m - 1] = 8
  let cells[2].tag.1 = 2
  let cells = cells with [1].tag.1 = 1
  in (map (.row) cells, map (\c -> c.tag.1) cells)

entry slices [n] [m] (xss: [n][m]i32) =
  let r = {m = copy xss} with m[1, :] = replicate m 0
  in (r with m[1:][1, 1] = 7).m

entry inside_loop (n: i64) =
  let r = loop r = {squares = replicate n 0, count = 0} for i < n do
    let r.squares[i] = i * i
    in r with count = r.count + 1
  in (r.squares, r.count)

entry inside_map [n] (xs: [n]i32) =
  unzip (map2 (\i x ->
                 let p = {grid = replicate n 0, x}
                 let p.grid[i] = x
                 in (p.grid, p.x))
              (iota n)
              xs)

entry names (xs: []i32) =
  let r = ({inner = {xs = copy xs, k = 1}, ys = copy xs}, 2)
  let r.0.inner.xs[1] = 1
  let r = r with 0.inner.k = 3
  in (r.0.inner.xs, r.0.ys, r.0.inner.k, r.1)

entry two_indices (xss: *[][]i32) (i: i64) =
  let n = i
  let xss[i][n] = 0
  in xss
