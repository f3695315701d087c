-- Stencils with borders of all kinds: heat keeps its sum, diffusion of images, a torus by remainders, and gradients through the steps.
-- ==
-- entry: heat_keeps_its_sum
-- input { 1i64 1i64 } output { true }
-- input { 2i64 37i64 } output { true }
-- input { 19i64 16i64 } output { true }
-- entry: ways_agree
-- input { 1i64 1i64 } output { true }
-- input { 5i64 18i64 } output { true }
-- input { 40i64 33i64 } output { true }
-- entry: torus
-- input { 6i64 9i64 18i32 } output { true }
-- input { 17i64 34i64 68i32 } output { true }
-- entry: gradients
-- input { 1i64 2i64 } output { true true }
-- input { 9i64 35i64 } output { true true }
def number (s: i64) (i: i64): f64 = f64.u32 ((u32.i64 (i * 7919 + s * 104729) * 2654435761) >> 8) / 16777216

-- | Neighbours by branches.
def heat [r][c] (t: [r][c]f64): [r][c]f64 =
  tabulate_2d r c (\i j ->
    let x = t[i, j]
    let n = if i == 0 then x else t[i - 1, j]
    let s = if i == r - 1 then x else t[i + 1, j]
    let w = if j > 0 then t[i, j - 1] else x
    let e = if j < c - 1 then t[i, j + 1] else x
    in x + 0.2 * (n + s + w + e - 4 * x))

-- | The same by places kept inside.
def kept [r][c] (t: [r][c]f64): [r][c]f64 =
  tabulate_2d r c (\i j ->
    let x = t[i, j]
    let n = t[i64.max 0 (i - 1), j]
    let s = t[i64.min (r - 1) (i + 1), j]
    let w = t[i, i64.max (j - 1) 0]
    let e = t[i, i64.min (j + 1) (c - 1)]
    in x + 0.2 * (n + s + w + e - 4 * x))

def image (r: i64) (c: i64): [r][c]f64 = tabulate_2d r c (\i j -> 0.5 + number i j)
def total [r][c] (t: [r][c]f64): f64 = f64.sum (flatten t)
def near (x: f64) (y: f64) = f64.abs (x - y) <= 1e-9 * (1 + f64.abs x)

entry heat_keeps_its_sum (r: i64) (c: i64): bool =
  let t = image r c
  in near (total (loop t for _i < 10i32 do heat t)) (total t)

entry ways_agree (r: i64) (c: i64): bool =
  let t = image r c
  in and (flatten (map2 (map2 near) (loop t for _i < 7i32 do heat t) (loop t for _i < 7i32 do kept t)))

-- | A glider comes back to where it was after four steps for each cell of the torus, both ways round.
entry torus (r: i64) (c: i64) (generations: i32): bool =
  let at i j = i8.bool (any (== (i, j)) [(0, 1), (1, 2), (2, 0), (2, 1), (2, 2)])
  let start = tabulate_2d r c at
  let end = loop b = start for _i < 4 * generations do
    tabulate_2d r c (\i j ->
      let at i j = b[(i + r) % r, (j + c) % c]
      let k = at (i - 1) (j - 1) + at (i - 1) j + at (i - 1) (j + 1) + at i (j - 1) + at i (j + 1)
              + at (i + 1) (j - 1) + at (i + 1) j + at (i + 1) (j + 1)
      in i8.bool (k == 3 || b[i, j] == 1 && k == 2))
  in and (flatten (map2 (map2 (==)) start end))

-- | Smooths where the image is even (the diffusion of SRAD).
def diffuse [r][c] (t: [r][c]f64): [r][c]f64 =
  let mean = total t / f64.i64 (r * c)
  let spread = f64.sum (map (\x -> (x - mean) ** 2) (flatten t)) / f64.i64 (r * c)
  let q0 = (spread + 1e-3) / (mean * mean)
  let (ns, ss, ws, es, ks) = tabulate_2d r c (\i j ->
      let x = t[i, j]
      let n = t[i64.max 0 (i - 1), j] - x
      let s = t[i64.min (r - 1) (i + 1), j] - x
      let w = t[i, i64.max 0 (j - 1)] - x
      let e = t[i, i64.min (c - 1) (j + 1)] - x
      let g = (n * n + s * s + w * w + e * e) / (x * x)
      let l = (n + s + w + e) / x
      let q = (0.5 * g - 0.0625 * l * l) / (1 + 0.25 * l) ** 2
      in (n, s, w, e, f64.max 0 (f64.min 1 (1 / (1 + (q - q0) / (q0 * (1 + q0)))))))
    |> map unzip5 |> unzip5
  in tabulate_2d r c (\i j ->
    let south = ks[i64.min (r - 1) (i + 1), j]
    let east = ks[i, i64.min (c - 1) (j + 1)]
    in t[i, j] + 0.1 * (ks[i, j] * (ns[i, j] + ws[i, j]) + south * ss[i, j] + east * es[i, j]))

entry gradients (r: i64) (c: i64): (bool, bool) =
  let check step =
    let f t = f64.sum (map2 (*) (flatten (loop t for _i < 3i32 do step t)) (flatten (tabulate_2d r c (\i j -> number (j + 3) i))))
    let d = tabulate_2d r c (\i j -> number (i + 7) j)
    let g = vjp f (image r c) 1
    in near (jvp f (image r c) d) (f64.sum (map2 (*) (flatten g) (flatten d)))
  in (check heat, check diffuse)
