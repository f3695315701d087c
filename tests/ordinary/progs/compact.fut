-- kept elements beside each other: sum of t[i] * t[i+1] over xs where ws > 0
def chain [k] (t: [k]f64) : f64 = if k < 2 then 0 else f64.sum (map2 (*) (t[:k-1] :> [k-1]f64) (t[1:] :> [k-1]f64))
def lib [n] (xs: [n]f64) (ws: [n]f64) : f64 = let (t, _) = unzip (filter (\(_, w) -> w > 0) (zip xs ws)) in chain t
def user [n] (xs: [n]f64) (ws: [n]f64) : f64 =
  let flags = map (\w -> if w > 0 then 1 else 0) ws
  let offs = scan (+) 0 flags
  let m = if n > 0 then offs[n - 1] else 0
  let is = map2 (\f o -> if f == 1 then o - 1 else -1) flags offs
  in chain (scatter (replicate m 0) is xs)
def user32 [n] (xs: [n]f64) (ws: [n]f64) : f64 =
  let keep = map (\w -> w > 0) ws
  let offs = scan (+) 0 (map i32.bool keep)
  let m = reduce (+) 0 (map i32.bool keep)
  let is = map2 (\f o -> if f then i64.i32 (o - 1) else -1) keep offs
  in chain (scatter (replicate (i64.i32 m) 0) is xs)
def excl [n] (xs: [n]f64) (ws: [n]f64) : f64 =
  let flags = map (\w -> i64.bool (w > 0)) ws
  let offs = exscan (+) 0 flags
  let m = i64.sum flags
  in chain (scatter (replicate m 0) (map3 (\f o w -> if w > 0 then o else m + f) flags offs ws) xs)
def index [n] (xs: [n]f64) (ws: [n]f64) : f64 =
  let is = filter (\i -> ws[i] > 0) (iota n)
  in chain (map (\i -> xs[i]) is)
def seq [n] (xs: [n]f64) (ws: [n]f64) : f64 =
  let (t, k) = loop (t, k) = (replicate n 0, 0) for i < n do
    if ws[i] > 0 then (t with [k] = xs[i], k + 1) else (t, k)
  in chain (take k t)
entry primal_lib [n] (xs: [n]f64) (ws: [n]f64) = lib xs ws
entry grad_lib [n] (xs: [n]f64) (ws: [n]f64) = vjp (\x -> lib x ws) xs 1
entry primal_user [n] (xs: [n]f64) (ws: [n]f64) = user xs ws
entry grad_user [n] (xs: [n]f64) (ws: [n]f64) = vjp (\x -> user x ws) xs 1
entry primal_user32 [n] (xs: [n]f64) (ws: [n]f64) = user32 xs ws
entry grad_user32 [n] (xs: [n]f64) (ws: [n]f64) = vjp (\x -> user32 x ws) xs 1
entry primal_excl [n] (xs: [n]f64) (ws: [n]f64) = excl xs ws
entry grad_excl [n] (xs: [n]f64) (ws: [n]f64) = vjp (\x -> excl x ws) xs 1
entry primal_index [n] (xs: [n]f64) (ws: [n]f64) = index xs ws
entry grad_index [n] (xs: [n]f64) (ws: [n]f64) = vjp (\x -> index x ws) xs 1
entry primal_seq [n] (xs: [n]f64) (ws: [n]f64) = seq xs ws
entry grad_seq [n] (xs: [n]f64) (ws: [n]f64) = vjp (\x -> seq x ws) xs 1
