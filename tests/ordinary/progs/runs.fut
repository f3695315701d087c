-- sums of runs of equal keys, squared: by flags and scans
def squares [k] (s: [k]f64) : f64 = f64.sum (map (\x -> x * x) s)
def starts [n] (ks: [n]i64) = tabulate n (\i -> i == 0 || ks[i] != ks[i - 1])
def hist_ [n] (ks: [n]i64) (xs: [n]f64) : f64 =
  let ids = scan (+) 0 (map i64.bool (starts ks))
  let m = if n > 0 then last ids else 0
  in squares (reduce_by_index (replicate m 0) (+) 0 (map (\i -> i - 1) ids) xs)
def seg [n] (ks: [n]i64) (xs: [n]f64) : f64 =
  let fs = starts ks
  let s = map (.0) (scan (\(x, f) (y, g) -> (if g then y else x + y, f || g)) (0, false) (zip xs fs))
  let ends = map (\i -> i == n - 1 || fs[i + 1]) (iota n)
  let offs = scan (+) 0 (map i64.bool ends)
  let m = if n > 0 then offs[n - 1] else 0
  in squares (scatter (replicate m 0) (map2 (\e o -> if e then o - 1 else -1) ends offs) s)
def rle [n] (ks: [n]i64) (xs: [n]f64) : f64 =
  let at = filter (\i -> i == 0 || ks[i] != ks[i - 1]) (iota n)
  let m = length at
  let c = scan (+) 0 xs
  in squares (tabulate m (\j -> let e = if j + 1 < m then at[j + 1] else n in c[e - 1] - (if at[j] == 0 then 0 else c[at[j] - 1])))
entry primal_hist [n] (ks: [n]i64) (xs: [n]f64) = hist_ ks xs
entry grad_hist [n] (ks: [n]i64) (xs: [n]f64) = vjp (hist_ ks) xs 1
entry primal_seg [n] (ks: [n]i64) (xs: [n]f64) = seg ks xs
entry grad_seg [n] (ks: [n]i64) (xs: [n]f64) = vjp (seg ks) xs 1
entry primal_rle [n] (ks: [n]i64) (xs: [n]f64) = rle ks xs
entry grad_rle [n] (ks: [n]i64) (xs: [n]f64) = vjp (rle ks) xs 1
