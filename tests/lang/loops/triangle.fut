-- Inverses of triangles by rows and by columns: zeros are left out of sums only where the other factors are finite, and the diagonal is neither zero nor nan.
-- ==
-- input { [[2f64,9,9],[4,-1,9],[2,1,-4]] } output { [[0.5f64, 0.0f64, 0.0f64], [2.0f64, -1.0f64, -0.0f64], [0.75f64, -0.25f64, -0.25f64]] [[0.5f64, 0.0f64, 0.0f64], [2.0f64, -1.0f64, -0.0f64], [0.75f64, -0.25f64, -0.25f64]] }
-- input { [[2f64,9,9],[f64.inf,-1,9],[2,1,-4]] } output { [[0.5f64, 0.0f64, 0.0f64], [f64.inf, f64.nan, f64.nan], [f64.inf, f64.nan, f64.nan]] [[0.5f64, 0.0f64, 0.0f64], [f64.inf, f64.nan, f64.nan], [f64.inf, f64.nan, f64.nan]] }
-- input { [[2f64,9,9],[4,0,9],[2,1,-4]] } output { [[0.5f64, 0.0f64, 0.0f64], [-f64.inf, f64.inf, f64.nan], [-f64.inf, f64.inf, f64.nan]] [[0.5f64, 0.0f64, 0.0f64], [-f64.inf, f64.inf, f64.nan], [-f64.inf, f64.inf, f64.nan]] }
-- input { [[2f64,9,9],[4,-1,9],[2,f64.nan,-f64.inf]] } output { [[0.5f64, 0.0f64, 0.0f64], [2.0f64, -1.0f64, -0.0f64], [f64.nan, f64.nan, f64.nan]] [[0.5f64, 0.0f64, 0.0f64], [2.0f64, -1.0f64, -0.0f64], [f64.nan, f64.nan, f64.nan]] }
-- input { [[2f64,9,f64.nan],[4,f64.inf,9],[2,1,-4]] } output { [[0.5f64, 0.0f64, 0.0f64], [-0.0f64, 0.0f64, 0.0f64], [0.25f64, -0.0f64, -0.25f64]] [[0.5f64, 0.0f64, 0.0f64], [-0.0f64, 0.0f64, 0.0f64], [0.25f64, -0.0f64, -0.25f64]] }
def soac [n] (l: [n][n]f64) = loop x = replicate n (replicate n 0) for i < n do
  x with [i] = map (\j -> ((if i == j then 1 else 0) - f64.sum (map2 (*) l[i, :i] x[:i, j])) / l[i, i]) (iota n)
def solves [n] (l: [n][n]f64) = transpose (tabulate n (\j ->
  loop x = replicate n 0 for i < n do
    x with [i] = ((if i == j then 1 else 0) - f64.sum (map2 (*) l[i, :i] x[:i])) / l[i, i]))
def main [n] (l: [n][n]f64) = (soac l, solves l)
