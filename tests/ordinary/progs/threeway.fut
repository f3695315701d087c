-- small, middle and large values apart: each part has its own sum of neighbours' products
def chain [k] (t: [k]f64) : f64 = if k < 2 then 0 else f64.sum (map2 (*) (t[:k-1] :> [k-1]f64) (t[1:] :> [k-1]f64))
def lib [n] (xs: [n]f64) : f64 = let (a, b, c) = partition2 (< -0.3) (< 0.4) xs in chain a + 2 * chain b + 3 * chain c
def filters [n] (xs: [n]f64) : f64 = chain (filter (< -0.3) xs) + 2 * chain (filter (\x -> x >= -0.3 && x < 0.4) xs) + 3 * chain (filter (>= 0.4) xs)
def two [n] (xs: [n]f64) : f64 =
  let (a, r) = partition (< -0.3) xs
  let (b, c) = partition (< 0.4) r
  in chain a + 2 * chain b + 3 * chain c
def seq [n] (xs: [n]f64) : f64 =
  let (a, b, c, i, j, k) = loop (a, b, c, i, j, k) = (replicate n 0, replicate n 0, replicate n 0, 0i64, 0i64, 0i64) for x in xs do
    if x < -0.3 then (a with [i] = x, b, c, i + 1, j, k)
    else if x < 0.4 then (a, b with [j] = x, c, i, j + 1, k)
    else (a, b, c with [k] = x, i, j, k + 1)
  in chain (take i a) + 2 * chain (take j b) + 3 * chain (take k c)
entry primal_lib [n] (xs: [n]f64) = lib xs
entry grad_lib [n] (xs: [n]f64) = vjp lib xs 1
entry primal_filters [n] (xs: [n]f64) = filters xs
entry grad_filters [n] (xs: [n]f64) = vjp filters xs 1
entry primal_two [n] (xs: [n]f64) = two xs
entry grad_two [n] (xs: [n]f64) = vjp two xs 1
entry primal_seq [n] (xs: [n]f64) = seq xs
entry grad_seq [n] (xs: [n]f64) = vjp seq xs 1
