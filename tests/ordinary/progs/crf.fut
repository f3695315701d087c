-- a linear chain's conditional random field: the log of the sum over all paths less the score of one; gradient by emissions and transitions
def lse [n] (x: [n]f64) = let m = f64.maximum x in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) x))
def gold [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) =
  f64.sum (map2 (\r y -> r[y]) e y) + f64.sum (tabulate (t - 1) (\i -> a[y[i], y[i + 1]]))
def soac [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) =
  lse (loop al = e[0] for i in 1..<t do map2 (\c x -> x + lse (map2 (+) al c)) (transpose a) e[i]) - gold e a y
-- with a table, cell by cell
def table [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) =
  let al = replicate t (replicate k 0)
  let al = loop al for j < k do al with [0, j] = e[0, j]
  let al = loop al for i in 1..<t do
    loop al for j < k do
      let m = loop m = -f64.inf for l < k do f64.max m (al[i - 1, l] + a[l, j])
      let s = loop s = 0 for l < k do s + f64.exp (al[i - 1, l] + a[l, j] - m)
      in al with [i, j] = e[i, j] + m + f64.log s
  let s = loop s = 0 for i < t do s + e[i, y[i]] + (if i > 0 then a[y[i - 1], y[i]] else 0)
  in lse al[t - 1] - s
-- pairs of a maximum and a sum, joined
def pairs [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) =
  let join (m: f64, s: f64) (n: f64, u: f64) = let p = f64.max m n in (p, (if s == 0 then 0 else s * f64.exp (m - p)) + (if u == 0 then 0 else u * f64.exp (n - p)))
  let all xs = let (m, s) = reduce join (-f64.inf, 0) (map (\x -> (x, 1)) xs) in m + f64.log s
  in all (loop al = e[0] for i in 1..<t do map2 (\c x -> x + all (map2 (+) al c)) (transpose a) e[i]) - gold e a y
-- the same pairs, where a branch chooses the greater maximum
def online [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) =
  let join (m: f64, s: f64) (n: f64, u: f64) = if m > n then (m, s + u * f64.exp (n - m)) else (n, u + s * f64.exp (m - n))
  let all xs = let (m, s) = reduce join (-f64.inf, 0) (map (\x -> (x, 1)) xs) in m + f64.log s
  in all (loop al = e[0] for i in 1..<t do map2 (\c x -> x + all (map2 (+) al c)) (transpose a) e[i]) - gold e a y
-- scaled, without logarithms inside
def scaled [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) =
  let ea = transpose (map (map f64.exp) a)
  let (al, c) = loop (al, c) = (map f64.exp e[0], 0) for i in 1..<t do
    let n = map2 (\r x -> f64.sum (map2 (*) al r) * f64.exp x) ea e[i]
    let s = f64.sum n
    in (map (/ s) n, c + f64.log s)
  in f64.log (f64.sum al) + c - gold e a y
entry primal_soac [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) = soac e a y
entry grad_soac [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) = vjp (\(e, a) -> soac e a y) (e, a) 1
entry primal_table [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) = table e a y
entry grad_table [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) = vjp (\(e, a) -> table e a y) (e, a) 1
entry primal_pairs [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) = pairs e a y
entry grad_pairs [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) = vjp (\(e, a) -> pairs e a y) (e, a) 1
entry primal_online [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) = online e a y
entry grad_online [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) = vjp (\(e, a) -> online e a y) (e, a) 1
entry primal_scaled [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) = scaled e a y
entry grad_scaled [t][k] (e: [t][k]f64) (a: [k][k]f64) (y: [t]i64) = vjp (\(e, a) -> scaled e a y) (e, a) 1
