-- sums over all binary trees above a sequence (inside algorithm): a span is made of two that meet; gradient by leaves and by weights of lengths
def loops [n] (e: [n]f64) (w: [n]f64) : f64 =
  let c = replicate n (replicate n 0)
  let c = loop c for i < n do c with [i, i] = e[i]
  let c = loop c for l in 1..<n do
    loop c for i < n - l do
      let j = i + l
      let s = loop s = 0 for k in i..<j do s + c[i, k] * c[k + 1, j]
      in c with [i, j] = w[l] * s
  in c[0, n - 1]
-- spans of one length at once
def lengths [n] (e: [n]f64) (w: [n]f64) : f64 =
  let c = tabulate_2d n n (\i j -> if i == j then e[i] else 0)
  let c = loop c for l in 1..<n do
    let new = tabulate (n - l) (\i -> w[l] * f64.sum (tabulate l (\k -> c[i, i + k] * c[i + k + 1, i + l])))
    in loop c for i < n - l do c with [i, i + l] = new[i]
  in c[0, n - 1]
-- a table by lengths: t[l, i] is the span of length l + 1 from i
def slanted [n] (e: [n]f64) (w: [n]f64) : f64 =
  let t = replicate n (replicate n 0)
  let t = t with [0] = copy e
  let t = loop t for l in 1..<n do
    t with [l] = tabulate n (\i -> if i + l >= n then 0 else w[l] * f64.sum (map (\k -> t[k, i] * t[l - 1 - k, i + k + 1]) (iota l)))
  in t[n - 1, 0]
-- slices of rows and columns
def slices [n] (e: [n]f64) (w: [n]f64) : f64 =
  let c = replicate n (replicate n 0)
  let c = loop c for j < n do
    let c = c with [j, j] = e[j]
    in loop c for q < j do
      let i = j - 1 - q
      let s = f64.sum (map2 (*) (c[i, i:j] :> [j - i]f64) (c[i + 1:j + 1, j] :> [j - i]f64))
      in c with [i, j] = w[j - i] * s
  in c[0, n - 1]
entry primal_loop [n] (e: [n]f64) (w: [n]f64) = loops e w
entry grad_loop [n] (e: [n]f64) (w: [n]f64) = vjp (\(e, w) -> loops e w) (e, w) 1
entry primal_length [n] (e: [n]f64) (w: [n]f64) = lengths e w
entry grad_length [n] (e: [n]f64) (w: [n]f64) = vjp (\(e, w) -> lengths e w) (e, w) 1
entry primal_slant [n] (e: [n]f64) (w: [n]f64) = slanted e w
entry grad_slant [n] (e: [n]f64) (w: [n]f64) = vjp (\(e, w) -> slanted e w) (e, w) 1
entry primal_slice [n] (e: [n]f64) (w: [n]f64) = slices e w
entry grad_slice [n] (e: [n]f64) (w: [n]f64) = vjp (\(e, w) -> slices e w) (e, w) 1
