-- values sorted by integer keys (16 bits), weighted by their rank: radix sort in steps of one and of two bits
def weigh [n] (v: [n]f64) (w: [n]f64) : f64 = f64.sum (map2 (*) v w)
def step1 [n] (ks: [n]i64) (vs: [n]f64) (b: i64) : ([n]i64, [n]f64) =
  let bits = map (\k -> (k >> b) & 1) ks
  let neg = map (1 -) bits
  let offs = reduce (+) 0 neg
  let i0 = map2 (*) neg (scan (+) 0 neg)
  let i1 = map2 (*) bits (map (+ offs) (scan (+) 0 bits))
  let is = map (\x -> x - 1) (map2 (+) i0 i1)
  in (scatter (copy ks) is ks, scatter (copy vs) is vs)
def step2 [n] (ks: [n]i64) (vs: [n]f64) (b: i64) : ([n]i64, [n]f64) =
  let bins = map (\k -> (k >> b) & 3) ks
  let flags = map (\x -> if x == 0 then (1, 0, 0, 0) else if x == 1 then (0, 1, 0, 0) else if x == 2 then (0, 0, 1, 0) else (0, 0, 0, 1)) bins
  let offs = scan (\(a, b, c, d) (e, f, g, h) -> (a + e, b + f, c + g, d + h)) (0, 0, 0, 0) flags
  let (na, nb, nc, _) = last offs
  let is = map2 (\x (a, b, c, d) -> if x == 0 then a - 1 else if x == 1 then na + b - 1 else if x == 2 then na + nb + c - 1 else na + nb + nc + d - 1) bins offs
  in (scatter (copy ks) is ks, scatter (copy vs) is vs)
def part [n] (ks: [n]i64) (vs: [n]f64) (b: i64) : ([n]i64, [n]f64) =
  let (x, y) = partition (\(k, _) -> (k >> b) & 1 == 0) (zip ks vs)
  in unzip (x ++ y :> [n](i64, f64))
def sort1 [n] (ks: [n]i64) (vs: [n]f64) = (loop (ks, vs) = (copy ks, copy vs) for b < 16 do step1 ks vs b).1
def sort2 [n] (ks: [n]i64) (vs: [n]f64) = (loop (ks, vs) = (copy ks, copy vs) for b < 8 do step2 ks vs (2 * b)).1
def sortp [n] (ks: [n]i64) (vs: [n]f64) = (loop (ks, vs) = (copy ks, copy vs) for b < 16 do part ks vs b).1
-- the sorting permutation, then one gather
def sorti [n] (ks: [n]i64) (vs: [n]f64) =
  let (_, p) = loop (ks, p) = (copy ks, iota n) for b < 8 do
    let bins = map (\k -> i32.i64 ((k >> (2 * b)) & 3)) ks
    let flags = map (\x -> (i64.bool (x == 0), i64.bool (x == 1), i64.bool (x == 2), i64.bool (x == 3))) bins
    let offs = scan (\(a, b, c, d) (e, f, g, h) -> (a + e, b + f, c + g, d + h)) (0, 0, 0, 0) flags
    let (na, nb, nc, _) = last offs
    let is = map2 (\x (a, b, c, d) -> match x case 0 -> a - 1 case 1 -> na + b - 1 case 2 -> na + nb + c - 1 case _ -> na + nb + nc + d - 1) bins offs
    in (scatter (replicate n 0) is ks, scatter (replicate n 0) is p)
  in map (\i -> vs[i]) p
entry primal_one [n] (ks: [n]i64) (vs: [n]f64) (w: [n]f64) = weigh (sort1 ks vs) w
entry grad_one [n] (ks: [n]i64) (vs: [n]f64) (w: [n]f64) = vjp (\v -> weigh (sort1 ks v) w) vs 1
entry primal_two [n] (ks: [n]i64) (vs: [n]f64) (w: [n]f64) = weigh (sort2 ks vs) w
entry grad_two [n] (ks: [n]i64) (vs: [n]f64) (w: [n]f64) = vjp (\v -> weigh (sort2 ks v) w) vs 1
entry primal_part [n] (ks: [n]i64) (vs: [n]f64) (w: [n]f64) = weigh (sortp ks vs) w
entry grad_part [n] (ks: [n]i64) (vs: [n]f64) (w: [n]f64) = vjp (\v -> weigh (sortp ks v) w) vs 1
entry primal_perm [n] (ks: [n]i64) (vs: [n]f64) (w: [n]f64) = weigh (sorti ks vs) w
entry grad_perm [n] (ks: [n]i64) (vs: [n]f64) (w: [n]f64) = vjp (\v -> weigh (sorti ks v) w) vs 1
