-- Sparse matrices as an abstract type of two sizes: from triples, products with vectors, transposition, back to dense.
-- ==
-- entry: product
-- input { [0i64, 2i64, 0i64, 1i64] [1i64, 0i64, 3i64, 2i64] [2.0, 5.0, 1.0, 4.0] [1.0, 2.0, 3.0, 4.0] }
-- output { [8.0, 12.0, 5.0] [[0.0, 2.0, 0.0, 1.0], [0.0, 0.0, 4.0, 0.0], [5.0, 0.0, 0.0, 0.0]] 4i64 }
-- entry: both_ways
-- input { [1.0, -1.0, 2.0] } output { [10.0, 2.0, -4.0, 1.0] }
module type sparse = {
  type~ mat [n] [m]
  val from_triples [k]: (n: i64) -> (m: i64) -> [k](i64, i64, f64) -> mat [n] [m]
  val vecmul [n] [m]: mat [n] [m] -> [m]f64 -> [n]f64
  val transpose [n] [m]: mat [n] [m] -> mat [m] [n]
  val dense [n] [m]: mat [n] [m] -> [n][m]f64
  val nonzeros [n] [m]: mat [n] [m] -> i64
}

module csr: sparse = {
  type~ mat [n] [m] = ?[k].{rows: [n]i64, width: [m](), cols: [k]i64, vals: [k]f64}

  def sort_by [k] 'a (key: a -> i64) (xs: [k]a): [k]a =
    let rank i x = i64.sum (map2 (\j y -> i64.bool (key y < key x || key y == key x && j < i)) (iota k) xs)
    in scatter (copy xs) (map2 rank (iota k) xs) xs

  def from_triples (n: i64) (m: i64) (ts: [](i64, i64, f64)): mat [n] [m] =
    let sorted = sort_by (\(i, j, _) -> i * m + j) ts
    let counts = hist (+) 0 n (map (.0) sorted) (map (const 1) sorted)
    in {rows = map2 (-) (scan (+) 0 counts) counts, width = replicate m (),
        cols = map (.1) sorted, vals = map (.2) sorted}

  def ends [n] (rows: [n]i64) k = map (\i -> if i == n - 1 then k else rows[i + 1]) (iota n)

  def vecmul [n] [m] (a: mat [n] [m]) (v: [m]f64): [n]f64 =
    map2 (\from to -> loop s = 0 for i in from..<to do s + a.vals[i] * v[a.cols[i]])
         a.rows (ends a.rows (length a.vals))

  def triples [n] [m] (a: mat [n] [m]) =
    let row i = (reduce i64.max (-1) (map2 (\r from -> if from <= i then r else -1) (iota n) a.rows))
    in map (\i -> (row i, a.cols[i], a.vals[i])) (indices a.vals)

  def transpose [n] [m] (a: mat [n] [m]): mat [m] [n] =
    from_triples m n (map (\(i, j, x) -> (j, i, x)) (triples a))

  def dense [n] [m] (a: mat [n] [m]) =
    let ts = triples a
    in scatter_2d (replicate n (replicate m 0)) (map (\(i, j, _) -> (i, j)) ts) (map (.2) ts)

  def nonzeros [n] [m] (a: mat [n] [m]) = length a.vals
}

entry product [k] [m] (is: [k]i64) (js: [k]i64) (xs: [k]f64) (v: [m]f64) =
  let a = csr.from_triples 3 m (zip3 is js xs)
  in (csr.vecmul a v, csr.dense a, csr.nonzeros a)

entry both_ways (v: [3]f64) =
  let a = csr.from_triples 3 4 [(2, 0, 5f64), (0, 1, 2), (1, 2, 4), (0, 3, 1)]
  in csr.vecmul (csr.transpose a) v
