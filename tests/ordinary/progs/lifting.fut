-- a wavelet transform of 2^k numbers by lifting, level by level, the ends joined; what the details cost, gradient by the numbers and the two coefficients
def cost (d: f64) : f64 = f64.sqrt (d * d + 1e-2)
-- halves as arrays of their own
def halves [n] (c: [2]f64) (x: [n]f64) : f64 =
  let (_, l) = loop (x: []f64, l) = (x, 0) while length x > 1 do
    let h = length x / 2
    let (e, o) = (x[::2] :> [h]f64, x[1::2] :> [h]f64)
    let d = map3 (\o a b -> o - c[0] * (a + b)) o e (rotate 1 e)
    let s = map3 (\e a b -> e + c[1] * (a + b)) e d (rotate (-1) d)
    in (s, l + f64.sum (map cost d))
  in l
-- in place, in steps that double
def inplace [n] (c: [2]f64) (x: [n]f64) : f64 =
  let (x, _) = loop (x, w) = (copy x, 1) while w < n do
    let h = n / (2 * w)
    let x = loop x for i < h do
      let (a, b) = (x[2 * i * w], x[(2 * i + 2) * w % n])
      in x with [(2 * i + 1) * w] = x[(2 * i + 1) * w] - c[0] * (a + b)
    let x = loop x for i < h do
      let (a, b) = (x[(2 * i + 1) * w], x[((2 * i - 1) * w + n) % n])
      in x with [2 * i * w] = x[2 * i * w] + c[1] * (a + b)
    in (x, 2 * w)
  in loop l = 0 for i in 1..<n do l + cost x[i]
-- the head of one array is replaced by means and details
def packed [n] (c: [2]f64) (x: [n]f64) : f64 =
  let (x, _) = loop (x, h) = (copy x, n / 2) while h > 0 do
    let d = tabulate h (\i -> x[2 * i + 1] - c[0] * (x[2 * i] + x[(2 * i + 2) % (2 * h)]))
    let s = tabulate h (\i -> x[2 * i] + c[1] * (d[i] + d[(i + h - 1) % h]))
    let x = x with [0:h] = s
    in (x with [h:2 * h] = d, h / 2)
  in f64.sum (map cost x[1:])
entry primal_half [n] (c: [2]f64) (x: [n]f64) = halves c x
entry grad_half [n] (c: [2]f64) (x: [n]f64) = vjp (\(c, x) -> halves c x) (c, x) 1
entry primal_place [n] (c: [2]f64) (x: [n]f64) = inplace c x
entry grad_place [n] (c: [2]f64) (x: [n]f64) = vjp (\(c, x) -> inplace c x) (c, x) 1
entry primal_pack [n] (c: [2]f64) (x: [n]f64) = packed c x
entry grad_pack [n] (c: [2]f64) (x: [n]f64) = vjp (\(c, x) -> packed c x) (c, x) 1
