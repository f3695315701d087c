-- Nonlinear least squares by the method of Levenberg and Marquardt, with Jacobians from jvp and from vjp, for
-- problems of NIST's Statistical Reference Datasets. Nobody wrote a derivative here.

-- | A quotient of polynomials by Horner's rule; the constant term below is one.
def rational (x: f64) (above: []f64) (below: []f64): f64 =
  let horner cs = loop v = 0 for c in reverse cs do v * x + c
  in horner above / (1 + x * horner below)

-- | A growth that slows down.
def saturating (limit: f64) (rate: f64) (x: f64): f64 = limit * (1 - f64.exp (-rate * x))

-- | The models of the data sets, in the order of their names: the response at x for parameters b.
def model [p] (which: i64) (b: [p]f64) (x: f64): f64 =
  match which
  case 0 -> saturating b[0] b[1] x -- BoxBOD
  case 1 -> f64.exp (-b[0] * x) / (b[1] + b[2] * x) -- Chwirut2
  case 2 -> b[0] * x ** b[1] -- DanWood
  case 3 ->
    -- ENSO
    let wave period c s =
      let t = 2 * f64.pi * x / period in c * f64.cos t + s * f64.sin t
    in b[0] + wave 12 b[1] b[2] + wave b[3] b[4] b[5] + wave b[6] b[7] b[8]
  case 4 -> b[0] / b[1] * f64.exp (-0.5 * ((x - b[2]) / b[1]) ** 2) -- Eckerle4
  case 5 ->
    -- Gauss1
    let bell height centre width = height * f64.exp (-((x - centre) ** 2) / width ** 2)
    in b[0] * f64.exp (-b[1] * x) + bell b[2] b[3] b[4] + bell b[5] b[6] b[7]
  case 6 -> rational x b[0:4] b[4:7] -- Hahn1
  case 7 -> rational x b[0:3] b[3:5] -- Kirby2
  case 8 ->
    -- Lanczos3
    reduce (+) 0 (tabulate 3 (\i -> b[2 * i] * f64.exp (-b[2 * i + 1] * x)))
  case 9 -> b[0] * (x * x + x * b[1]) / (x * x + x * b[2] + b[3]) -- MGH09
  case 10 -> b[0] + b[1] * f64.exp (-x * b[3]) + b[2] * f64.exp (-x * b[4]) -- MGH17
  case 11 -> saturating b[0] b[1] x -- Misra1a
  case 12 -> b[0] / (1 + f64.exp (b[1] - b[2] * x)) -- Rat42
  case 13 -> rational x b[0:4] b[4:7] -- Thurber
  case _ -> f64.nan

def unit (n: i64) (i: i64): [n]f64 = tabulate n (\j -> f64.bool (i == j))

def dot [n] (xs: [n]f64) (ys: [n]f64): f64 = f64.sum (map2 (*) xs ys)

-- | The least squares solution of a x = y, where a is given by its columns: a QR factorisation by modified
-- Gram-Schmidt, twice at each column, on the columns scaled to length one.
def least_squares [p][m] (columns: [p][m]f64) (y: [m]f64): [p]f64 =
  let scales = map (\c -> f64.sqrt (dot c c)) columns
  let project v q = let s = dot q v in (map2 (\a b -> a - s * b) v q, s)
  let (qs, r) =
    loop (qs, r) = (map2 (\c s -> map (/ s) c) columns scales, replicate p (replicate p 0))
    for k < p do
      let (v, row) =
     loop (v, row) = (copy qs[k], replicate p 0) for t < 2 * k do
       let i = t % k
       let (v, s) = project v qs[i]
       in (v, row with [i] = row[i] + s)
      let len = f64.sqrt (dot v v)
      in (qs with [k] = map (/ len) v, r with [k] = (row with [k] = len))
  let (_, z) =
    loop (rest, z) = (y, replicate p 0) for i < p do
      let (rest, s) = project rest qs[i] in (rest, z with [i] = s)
  let x =
    loop x = replicate p 0 for k < p do
      let i = p - 1 - k
      in x with [i] = (z[i] - dot r[:, i] x) / r[i, i]
  in map2 (/) x scales

-- | The fit from a start b0: the parameters, the sum of squares, the number of steps, and the largest relative
-- difference of the Jacobians: of jvp and vjp at all points that the fit went through, and of the vjp of all
-- residuals at once at the first and the last.
entry fit [p] [n] (which: i64) (in_reverse: bool) (b0: [p]f64) (xs: [n]f64) (ys: [n]f64): ([p]f64, f64, i64, f64) =
  let residuals (b: [p]f64): [n]f64 = map2 (\x y -> y - model which b x) xs ys
  let forward b = map (\i -> jvp residuals b (unit p i)) (iota p)
  let backward b = transpose (map2 (\x y -> vjp (\b -> y - model which b x) b 1) xs ys)
  let whole b = transpose (map (\i -> vjp residuals b (unit n i)) (iota n))
  let relative x y = if x == y then 0 else f64.abs (x - y) / f64.max (f64.abs x) (f64.abs y)
  let worse x y = if f64.isnan x || x > y then x else y -- f64.max drops nan
  let gap a b = reduce worse 0 (map2 relative (flatten a) (flatten b))
  let solve jt damping r =
    let scale c = f64.sqrt (damping * dot c c)
    let damped =
      map2 (\i c -> c ++ map (* scale c) (unit p i) :> [n + p]f64) (iota p) jt
    in least_squares damped (map f64.neg r ++ replicate p 0 :> [n + p]f64)
  let (b, _, s, steps, worst) =
    loop (b, l, s, k, worst) = (b0, 1e-2, dot (residuals b0) (residuals b0), 0, 0)
    while k < 500 && l < 1e16 do
      let j = if in_reverse then backward b else forward b
      let worst = worse worst (gap j (if in_reverse then forward b else backward b))
      let b' = map2 (+) b (solve j l (residuals b))
      let s' = dot (residuals b') (residuals b')
      in if s' < s
      then (b', if l < 1e-20 then 0 else l / 5, s', k + 1, worst)
      else (b, f64.max 1e-20 l * 4, s, k + 1, worst)
  let ends = worse (gap (whole b0) (forward b0)) (gap (whole b) (forward b))
  in (b, s, steps, worse worst ends)

-- | Whether the fit gets to the certified parameters and the certified sum of squares, and both modes to one Jacobian.
entry agrees [p] [n] (which: i64) (in_reverse: bool) (b0: [p]f64) (xs: [n]f64) (ys: [n]f64) (certified: [p]f64) (residual: f64): []bool =
  let close a b = f64.abs (a - b) <= 1e-6 * f64.abs b
  let (b, s, _, gap) = fit which in_reverse b0 xs ys
  in map2 close b certified ++ [close s residual, gap <= 1e-10]
