-- connectionist temporal classification: minus the log of the sum over all alignments of labels with frames, 0 the blank; gradient by the logits
def none = -1e30f64
def lse (a: f64) (b: f64) (c: f64) : f64 =
  let m = f64.max a (f64.max b c)
  in m + f64.log (f64.exp (a - m) + f64.exp (b - m) + f64.exp (c - m))
def logsoftmax [n] (z: [n]f64) : [n]f64 =
  let m = f64.maximum z
  let l = m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) z))
  in map (\x -> x - l) z
-- a table for each sequence, of its own width
def table [t][v][l] (z: [t][v]f64) (lab: [l]i64) (len: i64) : f64 =
  let s = 2 * len + 1
  let symbol j = if j % 2 == 0 then 0 else lab[j / 2]
  let z = map logsoftmax z
  let a = replicate t (replicate s none)
  let a = a with [0, 0] = z[0, 0]
  let a = a with [0, 1] = z[0, lab[0]]
  let a = loop a for i in 1..<t do
    loop a for j < s do
      let x = if j > 0 then a[i - 1, j - 1] else none
      let y = if j > 1 && symbol j != 0 && symbol j != symbol (j - 2) then a[i - 1, j - 2] else none
      in a with [i, j] = z[i, symbol j] + lse a[i - 1, j] x y
  in -(lse a[t - 1, s - 1] a[t - 1, s - 2] none)
-- row by row, all of one width
def rows [t][v][l] (z: [t][v]f64) (lab: [l]i64) (len: i64) : f64 =
  let s = 2 * l + 1
  let symbols = tabulate s (\j -> if j % 2 == 0 then 0 else lab[j / 2])
  let skips = tabulate s (\j -> j > 1 && symbols[j] != 0 && symbols[j] != symbols[j - 2])
  let z = map (\r -> let r = logsoftmax r in map (\k -> r[k]) symbols) z
  let first = map2 (\j x -> if j < 2 then x else none) (iota s) z[0]
  let a = loop a = first for r in z[1:] do
    let one = map2 (\j _ -> if j > 0 then a[j - 1] else none) (iota s) a
    let two = map2 (\j skip -> if skip then a[j - 2] else none) (iota s) skips
    in map2 (+) r (map3 lse a one two)
  in -(lse a[2 * len] a[2 * len - 1] none)
-- states and frames of all sequences at once
def together [b][t][v][l] (z: [b][t][v]f64) (lab: [b][l]i64) (len: [b]i64) : f64 =
  let s = 2 * l + 1
  let at q j = if j % 2 == 0 then 0 else lab[q, j / 2]
  let z = map (map logsoftmax) z
  let a = tabulate_2d b s (\q j -> if j < 2 then z[q, 0, at q j] else none)
  let a = loop a for i in 1..<t do
    tabulate_2d b s (\q j ->
      let x = if j > 0 then a[q, j - 1] else none
      let y = if j > 1 && at q j != 0 && at q j != at q (j - 2) then a[q, j - 2] else none
      in lse a[q, j] x y + z[q, i, at q j])
  in -(f64.sum (map2 (\a n -> lse a[2 * n] a[2 * n - 1] none) a len))
def all [b][t][v][l] f (z: [b][t][v]f64) (lab: [b][l]i64) (len: [b]i64) : f64 = f64.sum (map3 f z lab len)
entry primal_table [b][t][v][l] (z: [b][t][v]f64) (lab: [b][l]i64) (len: [b]i64) = all table z lab len
entry grad_table [b][t][v][l] (z: [b][t][v]f64) (lab: [b][l]i64) (len: [b]i64) = vjp (\z -> all table z lab len) z 1
entry primal_row [b][t][v][l] (z: [b][t][v]f64) (lab: [b][l]i64) (len: [b]i64) = all rows z lab len
entry grad_row [b][t][v][l] (z: [b][t][v]f64) (lab: [b][l]i64) (len: [b]i64) = vjp (\z -> all rows z lab len) z 1
entry primal_together [b][t][v][l] (z: [b][t][v]f64) (lab: [b][l]i64) (len: [b]i64) = together z lab len
entry grad_together [b][t][v][l] (z: [b][t][v]f64) (lab: [b][l]i64) (len: [b]i64) = vjp (\z -> together z lab len) z 1
