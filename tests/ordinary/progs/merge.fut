-- the least cost of putting heaps in a row together, always two neighbours, each costing its weight times the root of what it weighs then; which split was
-- the best is kept; gradient by the weights and by a toll for each place of a split
-- a table of costs, intervals from the short to the long, splits in a loop
def tables [n] (w: [n]f64) (toll: [n]f64) : f64 =
  let sums = [0] ++ scan (+) 0 w
  let e = replicate n (replicate n 0)
  let e = loop e for d in 1..<n do
    loop e for i < n - d do
      let j = i + d
      let (best, _at) = loop (best, at) = (f64.inf, i) for s in i..<j do
        let x = e[i, s] + e[s + 1, j] + toll[s]
        in if x < best then (x, s) else (best, at)
      let a = sums[j + 1] - sums[i]
      in e with [i, j] = best + a * f64.sqrt a
  in e[0, n - 1]
-- a diagonal at a time, from costs kept by where they start and how long they are
def diagonals [n] (w: [n]f64) (toll: [n]f64) : f64 =
  let sums = [0] ++ scan (+) 0 w
  let e = replicate n (replicate n 0)
  let e = loop e for d in 1..<n do
    let row = map (\i ->
        let costs = map (\s -> e[s, i] + e[d - 1 - s, i + s + 1] + toll[i + s]) (iota d)
        let (_, best) = reduce (\(i, x) (j, y) -> if y < x then (j, y) else (i, x)) (-1, f64.inf) (zip (iota d) costs)
        in best + (sums[i + d + 1] - sums[i]) ** 1.5) (iota (n - d))
    in e with [d, 0:n - d] = row
  in e[n - 1, 0]
-- rows of starts from the last, with a row and a column cut out of the table
def slices [n] (w: [n]f64) (toll: [n]f64) : f64 =
  let sums = scan (+) 0 w
  let weight i j = sums[j] - (if i == 0 then 0 else sums[i - 1])
  let (left, _) = loop (left, right) = (replicate n (replicate n 0), replicate n (replicate n 0)) for k < n - 1 do
    let i = n - 2 - k
    in loop (left, right) for j in i + 1..<n do
      let m = j - i
      let costs = map3 (\a b t -> a + b + t) (left[i, i:j] :> [m]f64) (right[j, i + 1:j + 1] :> [m]f64) (toll[i:j] :> [m]f64)
      let a = weight i j
      let x = f64.minimum costs + a * f64.sqrt a
      in (left with [i, j] = x, right with [j, i] = x)
  in left[0, n - 1]
entry primal_table [n] (w: [n]f64) (t: [n]f64) = tables w t
entry grad_table [n] (w: [n]f64) (t: [n]f64) = vjp (\(w, t) -> tables w t) (w, t) 1
entry primal_diagonal [n] (w: [n]f64) (t: [n]f64) = diagonals w t
entry grad_diagonal [n] (w: [n]f64) (t: [n]f64) = vjp (\(w, t) -> diagonals w t) (w, t) 1
entry primal_slice [n] (w: [n]f64) (t: [n]f64) = slices w t
entry grad_slice [n] (w: [n]f64) (t: [n]f64) = vjp (\(w, t) -> slices w t) (w, t) 1
