-- causal attention with rotated positions and heads in groups that share keys and values: q[h, s, 2e], k[g, s, 2e], v[g, s, 2e], r heads for each g;
-- gradient by queries, keys and values for a seed of what comes out
def angle (d: i64) (i: i64) (p: i64) : f64 = f64.i64 p * 10000 ** (-(f64.i64 (2 * i) / f64.i64 d))
-- heads by map, whole matrices of scores, what is ahead masked
def heads [h][g][s][d] (q: [h][s][d]f64) (k: [g][s][d]f64) (v: [g][s][d]f64) : [h][s][d]f64 =
  let turn (x: [s][d]f64) : [s][d]f64 =
    map2 (\p r -> tabulate d (\i ->
            let t = angle d (i / 2) p
            in if i % 2 == 0 then r[i] * f64.cos t - r[i + 1] * f64.sin t else r[i] * f64.cos t + r[i - 1] * f64.sin t)) (iota s) x
  let softmax (xs: [s]f64) : [s]f64 =
    let m = f64.maximum xs
    let es = map (\x -> f64.exp (x - m)) xs
    let z = f64.sum es
    in map (/ z) es
  let ks = map turn k
  let one (i: i64) (q: [s][d]f64) : [s][d]f64 =
    let (k, v) = (ks[i / (h / g)], v[i / (h / g)])
    let scores = map (\a -> map (\b -> f64.sum (map2 (*) a b) / f64.sqrt (f64.i64 d)) k) (turn q)
    let masked = map2 (\i -> map2 (\j x -> if j <= i then x else -f64.inf) (iota s)) (iota s) scores
    in map (\w -> map (\c -> f64.sum (map2 (*) w c)) (transpose v)) (map softmax masked)
  in map2 one (iota h) q
-- each query by itself over the keys up to it, greatest and sum kept on the way
def online [h][g][s][d] (q: [h][s][d]f64) (k: [g][s][d]f64) (v: [g][s][d]f64) : [h][s][d]f64 =
  let (cs, sn) = unzip (map unzip (tabulate_2d s (d / 2) (\p i -> let t = angle d i p in (f64.cos t, f64.sin t))))
  let turn [m] (x: [m][s][d]f64) = map (\x -> loop x = copy x for p < s do
        loop x for i < d / 2 do
          let (a, b) = (x[p, 2 * i], x[p, 2 * i + 1])
          let x = x with [p, 2 * i] = a * cs[p, i] - b * sn[p, i]
          in x with [p, 2 * i + 1] = b * cs[p, i] + a * sn[p, i]) x
  let (q, k) = (turn q, turn k)
  let each a p =
    let b = a / (h / g)
    let (o, _, z) = loop (o, m, z) = (replicate d 0, -f64.inf, 0) for j < p + 1 do
      let x = (loop x = 0 for e < d do x + q[a, p, e] * k[b, j, e]) / f64.sqrt (f64.i64 d)
      let m' = f64.max m x
      let (f, w) = (f64.exp (m - m'), f64.exp (x - m'))
      let o = loop o for e < d do o with [e] = o[e] * f + w * v[b, j, e]
      in (o, m', z * f + w)
    in map (/ z) o
  in tabulate_2d h s each
-- pairs of numbers as complex ones; groups by unflatten, keys up to a query as slices
def mul (a: (f64, f64)) (b: (f64, f64)) : (f64, f64) = (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
def groups [g][r][s][d] (q: [g * r][s][d]f64) (k: [g][s][d]f64) (v: [g][s][d]f64) : [g * r][s][d]f64 =
  let turn (x: [s][d]f64) : [s][d / 2](f64, f64) =
    map2 (\p row -> map3 (\i a b -> let t = angle d i p in mul (a, b) (f64.cos t, f64.sin t)) (iota (d / 2)) (row[::2] :> [d / 2]f64) (row[1::2] :> [d / 2]f64))
         (iota s) x
  let group (q: [r][s][d]f64) (k: [s][d]f64) (v: [s][d]f64) : [r][s][d]f64 =
    let k = turn k
    let row p a =
      let x = map (\b -> f64.sum (map2 (\(a, b) (c, d) -> a * c + b * d) a b) * f64.i64 d ** -0.5) k[:p + 1]
      let m = f64.maximum x
      let w = map (\x -> f64.exp (x - m)) x
      let z = f64.sum w
      in reduce (map2 (+)) (replicate d 0) (map2 (\w v -> map (* (w / z)) v) w v[:p + 1])
    in map (\q -> map2 row (iota s) (turn q)) q
  in flatten (map3 group (unflatten q) k v)
entry primal_head [h][g][s][d] (q: [h][s][d]f64) (k: [g][s][d]f64) (v: [g][s][d]f64) (_y: [h][s][d]f64) = heads q k v
entry grad_head [h][g][s][d] (q: [h][s][d]f64) (k: [g][s][d]f64) (v: [g][s][d]f64) (y: [h][s][d]f64) = vjp (\(q, k, v) -> heads q k v) (q, k, v) y
entry primal_online [h][g][s][d] (q: [h][s][d]f64) (k: [g][s][d]f64) (v: [g][s][d]f64) (_y: [h][s][d]f64) = online q k v
entry grad_online [h][g][s][d] (q: [h][s][d]f64) (k: [g][s][d]f64) (v: [g][s][d]f64) (y: [h][s][d]f64) = vjp (\(q, k, v) -> online q k v) (q, k, v) y
def grouped [h][g][s][d] (q: [h][s][d]f64) (k: [g][s][d]f64) (v: [g][s][d]f64) : [h][s][d]f64 = groups (q :> [g * (h / g)][s][d]f64) k v :> [h][s][d]f64
entry primal_group [h][g][s][d] (q: [h][s][d]f64) (k: [g][s][d]f64) (v: [g][s][d]f64) (_y: [h][s][d]f64) = grouped q k v
entry grad_group [h][g][s][d] (q: [h][s][d]f64) (k: [g][s][d]f64) (v: [g][s][d]f64) (y: [h][s][d]f64) = vjp (\(q, k, v) -> grouped q k v) (q, k, v) y
