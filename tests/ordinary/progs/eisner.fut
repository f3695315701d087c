-- a dependency parser: the log of the sum over all projective trees of words (Eisner's inside algorithm), for a batch of sentences; s[h, m] is the score of
-- h as the head of m, word 0 the root; gradient by the scores (the chance of each arc)
def logsumexp [n] (xs: [n]f64) : f64 =
  let m = f64.maximum xs
  in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) xs))
-- charts of incomplete and complete spans in place, span by span
def loops [n] (s: [n][n]f64) : f64 =
  let chart () = replicate n (replicate n 0)
  let (_, _, cl, cr) = loop (il, ir, cl, cr) = (chart (), chart (), chart (), chart ()) for w in 1..<n do
    loop (il, ir, cl, cr) for i < n - w do
      let j = i + w
      let m = loop m = -f64.inf for k in i..<j do f64.max m (cr[i, k] + cl[k + 1, j])
      let z = loop z = 0 for k in i..<j do z + f64.exp (cr[i, k] + cl[k + 1, j] - m)
      let both = m + f64.log z
      let ir = ir with [i, j] = both + s[i, j]
      let il = il with [i, j] = both + s[j, i]
      let m = loop m = -f64.inf for k in i + 1...j do f64.max m (ir[i, k] + cr[k, j])
      let z = loop z = 0 for k in i + 1...j do z + f64.exp (ir[i, k] + cr[k, j] - m)
      let cr = cr with [i, j] = m + f64.log z
      let m = loop m = -f64.inf for k in i..<j do f64.max m (cl[i, k] + il[k, j])
      let z = loop z = 0 for k in i..<j do z + f64.exp (cl[i, k] + il[k, j] - m)
      let cl = cl with [i, j] = m + f64.log z
      in (il, ir, cl, cr)
  in cr[0, n - 1]
-- rows of charts and of their transposes as slices; spans of a width at once, scattered
def slices [n] (s: [n][n]f64) : f64 =
  let none = replicate n (replicate n 0f64)
  let pair w (a: [n]f64) i (b: [n]f64) k = logsumexp (map2 (+) (a[i:i + w] :> [w]f64) (b[k:k + w] :> [w]f64))
  let (_, _, _, _, cr, _) = loop (il, ir, cl, clt, cr, crt) = (copy none, copy none, copy none, copy none, copy none, copy none) for w in 1..<n do
    let is = iota (n - w)
    let at = map (\i -> (i, i + w)) is
    let ta = map (\i -> (i + w, i)) is
    let both = map (\i -> pair w cr[i] i clt[i + w] (i + 1)) is
    let ir = scatter_2d ir at (map2 (\i b -> b + s[i, i + w]) is both)
    let il = scatter_2d il ta (map2 (\i b -> b + s[i + w, i]) is both)
    let r = map (\i -> pair w ir[i] (i + 1) crt[i + w] (i + 1)) is
    let l = map (\i -> pair w cl[i] i il[i + w] i) is
    in (il, ir, scatter_2d cl at l, scatter_2d clt ta l, scatter_2d cr at r, scatter_2d crt ta r)
  in cr[0, n - 1]
-- charts by width: c[w, i] is the span from i to i + w, a record of its four sums
type span = { il: f64, ir: f64, cl: f64, cr: f64 }
def widths [n] (s: [n][n]f64) : f64 =
  let empty : span = { il = 0, ir = 0, cl = 0, cr = 0 }
  let over w f = logsumexp (tabulate w f)
  let c = loop c = replicate n (replicate n empty) for w in 1..<n do
    let row i =
      if i + w >= n
      then empty
      else let both = over w (\k -> c[k, i].cr + c[w - k - 1, i + k + 1].cl)
           let (il, ir) = (both + s[i + w, i], both + s[i, i + w])
           let cr = over w (\k -> (if k + 1 == w then ir else c[k + 1, i].ir) + c[w - k - 1, i + k + 1].cr)
           let cl = over w (\k -> c[k, i].cl + (if k == 0 then il else c[w - k, i + k].il))
           in { il, ir, cl, cr }
    in c with [w] = tabulate n row
  in c[n - 1, 0].cr
entry primal_loop [b][n] (s: [b][n][n]f64) = f64.sum (map loops s)
entry grad_loop [b][n] (s: [b][n][n]f64) = vjp (\s -> f64.sum (map loops s)) s 1
entry primal_slice [b][n] (s: [b][n][n]f64) = f64.sum (map slices s)
entry grad_slice [b][n] (s: [b][n][n]f64) = vjp (\s -> f64.sum (map slices s)) s 1
entry primal_width [b][n] (s: [b][n][n]f64) = f64.sum (map widths s)
entry grad_width [b][n] (s: [b][n][n]f64) = vjp (\s -> f64.sum (map widths s)) s 1
