-- smoothing by Holt and Winters, many series with seasons of p: level, trend and seasonal factors in turn; sum of the squared errors of one step ahead,
-- gradient by each series' three rates (through a sigmoid), first level and trend, and first seasonal factors
def sigmoid (x: f64) : f64 = 1 / (1 + f64.exp (-x))
-- the seasonal factors as a ring in place
def rings [t][p] (y: [t]f64) (w: [5]f64) (s: [p]f64) : f64 =
  let (a, b, c) = (sigmoid w[0], sigmoid w[1], sigmoid w[2])
  in (loop (l, d, s, e) = (w[3], w[4], copy s, 0) for i < t do
        let k = i % p
        let old = s[k]
        let err = y[i] - (l + d) * old
        let l' = a * y[i] / old + (1 - a) * (l + d)
        let d' = b * (l' - l) + (1 - b) * d
        in (l', d', s with [k] = c * y[i] / l' + (1 - c) * old, e + err * err)).3
-- all that was ever smoothed is kept in arrays, errors at the end
def histories [t][p] (y: [t]f64) (w: [5]f64) (s: [p]f64) : f64 =
  let r = map sigmoid w[:3]
  let ls = replicate (t + 1) w[3]
  let ds = replicate (t + 1) w[4]
  let ss = s ++ replicate t 0
  let (ls, ds, ss) = loop (ls, ds, ss) for i < t do
    let l = r[0] * (y[i] / ss[i]) + (1 - r[0]) * (ls[i] + ds[i])
    let ls = ls with [i + 1] = l
    let ds = ds with [i + 1] = r[1] * (l - ls[i]) + (1 - r[1]) * ds[i]
    let ss = ss with [p + i] = r[2] * y[i] / l + (1 - r[2]) * ss[i]
    in (ls, ds, ss)
  let told = map3 (\l d s -> (l + d) * s) (take t ls) (take t ds) (take t ss)
  in f64.sum (map2 (\a b -> (a - b) ** 2) y told)
-- the state a record with the factors rotated, folded over the series
type state [p] = { level: f64, trend: f64, season: [p]f64, loss: f64 }
def folds [t][p] (y: [t]f64) (w: [5]f64) (s: [p]f64) : f64 =
  let mix a x y = let a = sigmoid a in a * x + (1 - a) * y
  let step (z: state [p]) (y: f64) : state [p] =
    let now = head z.season
    let level = mix w[0] (y / now) (z.level + z.trend)
    let trend = mix w[1] (level - z.level) z.trend
    let new = mix w[2] (y / level) now
    in { level, trend, season = tail z.season ++ [new] :> [p]f64, loss = z.loss + (y - (z.level + z.trend) * now) ** 2 }
  in (foldl step { level = w[3], trend = w[4], season = s, loss = 0 } y).loss
entry primal_ring [n][t][p] (y: [n][t]f64) (w: [n][5]f64) (s: [n][p]f64) = f64.sum (map3 rings y w s)
entry grad_ring [n][t][p] (y: [n][t]f64) (w: [n][5]f64) (s: [n][p]f64) = vjp (\(w, s) -> f64.sum (map3 rings y w s)) (w, s) 1
entry primal_history [n][t][p] (y: [n][t]f64) (w: [n][5]f64) (s: [n][p]f64) = f64.sum (map3 histories y w s)
entry grad_history [n][t][p] (y: [n][t]f64) (w: [n][5]f64) (s: [n][p]f64) = vjp (\(w, s) -> f64.sum (map3 histories y w s)) (w, s) 1
entry primal_fold [n][t][p] (y: [n][t]f64) (w: [n][5]f64) (s: [n][p]f64) = f64.sum (map3 folds y w s)
entry grad_fold [n][t][p] (y: [n][t]f64) (w: [n][5]f64) (s: [n][p]f64) = vjp (\(w, s) -> f64.sum (map3 folds y w s)) (w, s) 1
