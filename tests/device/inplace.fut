-- Maps whose operands nobody reads afterwards: inplace_test.go has the number of arrays that are there at once, arguments
-- included. All take a matrix.

entry scaled [n] (a: [n][n]f64): []f64 =
  let es = map f64.exp (flatten a)
  let s = f64.sum es
  in map (/ s) es

entry softmax [n] (a: [n][n]f64): [n][n]f64 =
  let es = map (map f64.exp) a
  let m = f64.maximum (flatten es)
  in map (\r -> let s = f64.sum r in map (\x -> x / s + m) r) es

entry scanned [n] (a: [n][n]f64): []f64 =
  let es = map f64.exp (flatten a)
  let s = f64.sum es
  in scan (+) 0 (map (/ s) es)

entry chain [n] (a: [n][n]f64): []f64 =
  let b = map f64.exp (flatten a)
  let s = f64.sum b
  let c = map (/ s) b
  let t = f64.maximum c
  let d = map (\x -> x - t) c
  let u = f64.minimum d
  in map (* u) d

entry triples [n] (a: [n][n]f64): [n][3]f64 =
  let b = map (\r -> [r[0], f64.exp r[0], r[0] * r[0]]) a
  let s = f64.sum (flatten b)
  in map (\r -> [r[2] / s, r[0], r[1]]) b

-- Not in place: elements are read that other points replace, or once more later.
entry neighbours [n] (a: [n][n]f64): []f64 =
  let b = map f64.exp (flatten a)
  let s = f64.sum b
  in map (\i -> b[i] / s + b[(i + 1) % (n * n)]) (iota (n * n))

entry transposed [n] (a: [n][n]f64): [n][n]f64 =
  let b = map (map f64.exp) a
  let s = f64.sum (flatten b)
  in map2 (map2 (\x y -> x / s - y)) b (transpose b)

entry mirrored [n] (a: [n][n]f64): [n][n]f64 =
  let es = map (map f64.exp) a
  let m = f64.maximum (flatten es)
  in map (\r -> let s = f64.sum (map2 (*) r (reverse r)) in map (\x -> x / s + m) r) es

entry below [n] (a: [n][n]f64): [n][n]f64 =
  let b = map (map f64.exp) a
  let s = f64.sum (flatten b)
  in tabulate n (\i -> let r = b[i] let q = flatten b[i:] in map2 (\x j -> x / s + q[(j + n) % length q]) r (iota n))

entry again [n] (a: [n][n]f64): ([]f64, []f64) =
  let b = map f64.exp (flatten a)
  let s = f64.sum b
  let c = map (/ s) b
  in (c, map2 (+) b (reverse c))

entry reversed [n] (a: [n][n]f64): []f64 =
  let b = map f64.exp (flatten a)
  let s = f64.sum b
  in map (/ s) (reverse b)

entry given [n] (a: [n][n]f64): []f64 =
  let s = f64.sum (flatten a)
  in map (/ s) (flatten a)

entry branches [n] (a: [n][n]f64): []f64 =
  let b = map f64.exp (flatten a)
  let c = if f64.sum b > 0 then b else flatten a
  let s = f64.sum c
  in map (/ s) c

-- The kernel may run again for want of room.
entry rooms [n] (a: [n][n]f64): [n]f64 =
  let b = map (\r -> f64.exp r[0]) a
  let s = f64.sum b
  in map (\x -> let k = i64.f64 (x * 2000) let ys = filter (> x) (tabulate k f64.i64) in x / s + f64.i64 (length ys)) b
