-- likelihood of a tree of species by Felsenstein's pruning: node k > leaves has two children before it; gradient by the lengths of branches
-- the chance to find state j after a time t where state i was
def change (t: f64) (i: i64) (j: i64) : f64 = let e = f64.exp (-4 * t / 3) in if i == j then 0.25 + 0.75 * e else 0.25 - 0.25 * e
-- site by site, a table of nodes
def sites [l][m][s] (t: []f64) (kids: [m][2]i64) (obs: [s][l]i64) : f64 =
  let ps = map (\t -> tabulate_2d 4 4 (change t)) t
  let one (o: [l]i64) =
    let v = tabulate_2d (l + m) 4 (\k i -> if k < l && o[k] == i then 1 else 0)
    let v = loop v for k < m do
      let (a, b) = (kids[k, 0], kids[k, 1])
      let row = map2 (\p q -> f64.sum (map2 (*) p v[a]) * f64.sum (map2 (*) q v[b])) ps[a] ps[b]
      in v with [l + k] = row
    in f64.log (0.25 * f64.sum v[l + m - 1])
  in f64.sum (map one obs)
-- node by node, all sites at once
def nodes [l][m][s] (t: []f64) (kids: [m][2]i64) (obs: [s][l]i64) : f64 =
  let v = tabulate_3d (l + m) s 4 (\k q i -> if k < l && obs[q, k] == i then 1 else 0)
  let v = loop v for k < m do
    let (a, b) = (kids[k, 0], kids[k, 1])
    let p = tabulate_2d 4 4 (change t[a])
    let q = tabulate_2d 4 4 (change t[b])
    in v with [l + k] = map2 (\x y -> map2 (\p q -> f64.sum (map2 (*) p x) * f64.sum (map2 (*) q y)) p q) v[a] v[b]
  in f64.sum (map (\r -> f64.log (0.25 * f64.sum r)) v[l + m - 1])
-- loops
def loops [l][m][s] (t: []f64) (kids: [m][2]i64) (obs: [s][l]i64) : f64 =
  loop sum = 0 for q < s do
    let v = replicate (l + m) [0, 0, 0, 0]
    let v = loop v for k < l do v with [k, obs[q, k]] = 1
    let v = loop v for k < m do
      loop v for i < 4 do
        let (a, b) = (kids[k, 0], kids[k, 1])
        let (x, y) = loop (x, y) = (0, 0) for j < 4 do (x + change t[a] i j * v[a, j], y + change t[b] i j * v[b, j])
        in v with [l + k, i] = x * y
    let r = v[l + m - 1]
    in sum + f64.log ((r[0] + r[1] + r[2] + r[3]) / 4)
entry primal_sites [l][m][s] (t: []f64) (kids: [m][2]i64) (obs: [s][l]i64) = sites t kids obs
entry grad_sites [l][m][s] (t: []f64) (kids: [m][2]i64) (obs: [s][l]i64) = vjp (\t -> sites t kids obs) t 1
entry primal_nodes [l][m][s] (t: []f64) (kids: [m][2]i64) (obs: [s][l]i64) = nodes t kids obs
entry grad_nodes [l][m][s] (t: []f64) (kids: [m][2]i64) (obs: [s][l]i64) = vjp (\t -> nodes t kids obs) t 1
entry primal_loop [l][m][s] (t: []f64) (kids: [m][2]i64) (obs: [s][l]i64) = loops t kids obs
entry grad_loop [l][m][s] (t: []f64) (kids: [m][2]i64) (obs: [s][l]i64) = vjp (\t -> loops t kids obs) t 1
