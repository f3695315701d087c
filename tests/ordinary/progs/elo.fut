-- ratings after each match (Elo, with steps that shrink with the number of games); log loss of what they foretold, gradient by the first ratings, the
-- step and the advantage at home
def win (z: f64) : f64 = 1 / (1 + f64.exp (-z))
def step (k: f64) (games: i64) : f64 = k / (1 + 0.05 * f64.i64 games)
def loops [n][m] (r: [n]f64) (k: f64) (home: f64) (a: [m]i64) (b: [m]i64) (won: [m]f64) : f64 =
  let games = replicate n 0i64
  let (_, _, l) = loop (r, games, l) = (copy r, games, 0) for i < m do
    let (x, y) = (a[i], b[i])
    let p = win (r[x] - r[y] + home)
    let l = l - won[i] * f64.log p - (1 - won[i]) * f64.log (1 - p)
    let d = won[i] - p
    let r = r with [x] = r[x] + step k games[x] * d
    let r = r with [y] = r[y] - step k games[y] * d
    let games = games with [x] = games[x] + 1
    let games = games with [y] = games[y] + 1
    in (r, games, l)
  in l
-- both players at once by scatter and reduce_by_index, what is foretold in an array
def scatters [n][m] (r: [n]f64) (k: f64) (home: f64) (a: [m]i64) (b: [m]i64) (won: [m]f64) : f64 =
  let (_, _, ps) = loop (r, games, ps) = (copy r, replicate n 0, replicate m 0) for (i, (x, y, w)) in zip (iota m) (zip3 a b won) do
    let p = win (r[x] - r[y] + home)
    let pair = [x, y]
    let new = map2 (\j s -> r[j] + s * step k games[j] * (w - p)) pair [1, -1]
    in (scatter r pair new, reduce_by_index games (+) 0 pair [1, 1], ps with [i] = p)
  in f64.sum (map2 (\p w -> -f64.log (if w > 0.5 then p else 1 - p)) ps won)
-- players are records
type player = { rating: f64, games: i64 }
def records [n][m] (r: [n]f64) (k: f64) (home: f64) (a: [m]i64) (b: [m]i64) (won: [m]f64) : f64 =
  let play (x: player) (y: player) w =
    let p = win (x.rating - y.rating + home)
    let after (x: player) d = { rating = x.rating + step k x.games * d, games = x.games + 1 }
    in (after x (w - p), after y (p - w), -f64.log (if w > 0.5 then p else 1 - p))
  let players = map (\r -> { rating = r, games = 0i64 }) r
  in (loop (players, l) = (players, 0) for i < m do
        let (x, y, e) = play players[a[i]] players[b[i]] won[i]
        let players = players with [a[i]] = x
        let players = players with [b[i]] = y
        in (players, l + e)).1
entry primal_loop [n][m] (r: [n]f64) (k: f64) (h: f64) (a: [m]i64) (b: [m]i64) (won: [m]f64) = loops r k h a b won
entry grad_loop [n][m] (r: [n]f64) (k: f64) (h: f64) (a: [m]i64) (b: [m]i64) (won: [m]f64) = vjp (\(r, k, h) -> loops r k h a b won) (r, k, h) 1
entry primal_scatter [n][m] (r: [n]f64) (k: f64) (h: f64) (a: [m]i64) (b: [m]i64) (won: [m]f64) = scatters r k h a b won
entry grad_scatter [n][m] (r: [n]f64) (k: f64) (h: f64) (a: [m]i64) (b: [m]i64) (won: [m]f64) = vjp (\(r, k, h) -> scatters r k h a b won) (r, k, h) 1
entry primal_record [n][m] (r: [n]f64) (k: f64) (h: f64) (a: [m]i64) (b: [m]i64) (won: [m]f64) = records r k h a b won
entry grad_record [n][m] (r: [n]f64) (k: f64) (h: f64) (a: [m]i64) (b: [m]i64) (won: [m]f64) = vjp (\(r, k, h) -> records r k h a b won) (r, k, h) 1
