-- log likelihood of a hidden Markov model, forward algorithm with scaling; gradient by all probabilities
type model [s] [k] = { first: [s]f64, trans: [s][s]f64, emit: [s][k]f64 }
def soac [s][k][t] (m: model [s] [k]) (obs: [t]i64) =
  let step (a, ll) o =
    let b = map2 (\e c -> e[o] * f64.sum (map2 (*) a c)) m.emit (transpose m.trans)
    let z = f64.sum b
    in (map (/ z) b, ll + f64.log z)
  in (loop x = (m.first, 0) for o in obs do step x o).1
def loops [s][k][t] (m: model [s] [k]) (obs: [t]i64) =
  let (_, ll) = loop (a, ll) = (copy m.first, 0) for i < t do
    let b = replicate s 0
    let b = loop b for j < s do
      loop b for q < s do b with [q] = b[q] + a[j] * m.trans[j, q]
    let (b, z) = loop (b, z) = (b, 0) for q < s do
      let x = b[q] * m.emit[q, obs[i]]
      in (b with [q] = x, z + x)
    let b = loop b for q < s do b with [q] = b[q] / z
    in (b, ll + f64.log z)
  in ll
def tables [s][k][t] (m: model [s] [k]) (obs: [t]i64) =
  let a = replicate t (replicate s 0)
  let z = replicate t 0
  let (_, z) = loop (a, z) for i < t do
    let row = tabulate s (\q -> m.emit[q, obs[i]] * (if i == 0 then f64.sum (tabulate s (\j -> m.first[j] * m.trans[j, q])) else f64.sum (tabulate s (\j -> a[i - 1, j] * m.trans[j, q]))))
    let n = f64.sum row
    in (a with [i] = map (/ n) row, z with [i] = n)
  in f64.sum (map f64.log z)
entry primal_soac [s][k][t] (f: [s]f64) (a: [s][s]f64) (e: [s][k]f64) (obs: [t]i64) = soac { first = f, trans = a, emit = e } obs
entry grad_soac [s][k][t] (f: [s]f64) (a: [s][s]f64) (e: [s][k]f64) (obs: [t]i64) = vjp (\(f, a, e) -> soac { first = f, trans = a, emit = e } obs) (f, a, e) 1
entry primal_loop [s][k][t] (f: [s]f64) (a: [s][s]f64) (e: [s][k]f64) (obs: [t]i64) = loops { first = f, trans = a, emit = e } obs
entry grad_loop [s][k][t] (f: [s]f64) (a: [s][s]f64) (e: [s][k]f64) (obs: [t]i64) = vjp (\(f, a, e) -> loops { first = f, trans = a, emit = e } obs) (f, a, e) 1
entry primal_table [s][k][t] (f: [s]f64) (a: [s][s]f64) (e: [s][k]f64) (obs: [t]i64) = tables { first = f, trans = a, emit = e } obs
entry grad_table [s][k][t] (f: [s]f64) (a: [s][s]f64) (e: [s][k]f64) (obs: [t]i64) = vjp (\(f, a, e) -> tables { first = f, trans = a, emit = e } obs) (f, a, e) 1
