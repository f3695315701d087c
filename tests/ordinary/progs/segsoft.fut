-- conditional logit: items in groups of different sizes, one chosen in each; log likelihood, gradient by the weights of the features
def scores [n][d] (w: [d]f64) (x: [n][d]f64) : [n]f64 = map (\r -> f64.sum (map2 (*) r w)) x
-- segmented scans by flags
def segscan [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (xs: [n]t) : [n]t =
  (unzip (scan (\(f, x) (g, y) -> (f || g, if g then y else op x y)) (false, ne) (zip flags xs))).1
def flags [n][d][g] (w: [d]f64) (x: [n][d]f64) (starts: [g]i64) (chosen: [g]i64) : f64 =
  let s = scores w x
  let f = scatter (replicate n false) starts (replicate g true)
  let ends = tabulate g (\k -> (if k + 1 < g then starts[k + 1] else n) - 1)
  let ids = map (\x -> x - 1) (scan (+) 0 (map i64.bool f))
  let top = segscan f64.max (-f64.inf) f s
  let most = map (\e -> top[e]) ends
  let sums = segscan (+) 0 f (map2 (\s i -> f64.exp (s - most[i])) s ids)
  in f64.sum (map3 (\c e m -> s[c] - m - f64.log sums[e]) chosen ends most)
-- sums by the number of the group
def hists [n][d][g] (w: [d]f64) (x: [n][d]f64) (starts: [g]i64) (chosen: [g]i64) : f64 =
  let s = scores w x
  let f = scatter (replicate n 0i64) starts (replicate g 1)
  let ids = map (\x -> x - 1) (scan (+) 0 f)
  let most = reduce_by_index (replicate g (-f64.inf)) f64.max (-f64.inf) ids s
  let sums = reduce_by_index (replicate g 0) (+) 0 ids (map2 (\s i -> f64.exp (s - most[i])) s ids)
  in f64.sum (map3 (\c m z -> s[c] - m - f64.log z) chosen most sums)
-- a loop for each group
def groups [n][d][g] (w: [d]f64) (x: [n][d]f64) (starts: [g]i64) (chosen: [g]i64) : f64 =
  let s = scores w x
  in f64.sum (tabulate g (\k ->
       let (a, b) = (starts[k], if k + 1 < g then starts[k + 1] else n)
       let m = loop m = -f64.inf for i in a..<b do f64.max m s[i]
       let z = loop z = 0 for i in a..<b do z + f64.exp (s[i] - m)
       in s[chosen[k]] - m - f64.log z))
-- slices
def slices [n][d][g] (w: [d]f64) (x: [n][d]f64) (starts: [g]i64) (chosen: [g]i64) : f64 =
  let s = scores w x
  let one k =
    let r = s[starts[k]:(if k + 1 < g then starts[k + 1] else n)]
    let m = f64.maximum r
    in s[chosen[k]] - m - f64.log (f64.sum (map (\x -> f64.exp (x - m)) r))
  in f64.sum (map one (iota g))
entry primal_flags [n][d][g] (w: [d]f64) (x: [n][d]f64) (starts: [g]i64) (chosen: [g]i64) = flags w x starts chosen
entry grad_flags [n][d][g] (w: [d]f64) (x: [n][d]f64) (starts: [g]i64) (chosen: [g]i64) = vjp (\w -> flags w x starts chosen) w 1
entry primal_hists [n][d][g] (w: [d]f64) (x: [n][d]f64) (starts: [g]i64) (chosen: [g]i64) = hists w x starts chosen
entry grad_hists [n][d][g] (w: [d]f64) (x: [n][d]f64) (starts: [g]i64) (chosen: [g]i64) = vjp (\w -> hists w x starts chosen) w 1
entry primal_groups [n][d][g] (w: [d]f64) (x: [n][d]f64) (starts: [g]i64) (chosen: [g]i64) = groups w x starts chosen
entry grad_groups [n][d][g] (w: [d]f64) (x: [n][d]f64) (starts: [g]i64) (chosen: [g]i64) = vjp (\w -> groups w x starts chosen) w 1
entry primal_slices [n][d][g] (w: [d]f64) (x: [n][d]f64) (starts: [g]i64) (chosen: [g]i64) = slices w x starts chosen
entry grad_slices [n][d][g] (w: [d]f64) (x: [n][d]f64) (starts: [g]i64) (chosen: [g]i64) = vjp (\w -> slices w x starts chosen) w 1
