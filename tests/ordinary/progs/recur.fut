-- x[i] = a[i] x[i-1] + b[i] along one long sequence; gradient by a and b
def loops [n] (a: [n]f64) (b: [n]f64) : [n]f64 =
  loop x = replicate n 0 for i < n do x with [i] = a[i] * (if i == 0 then 0 else x[i - 1]) + b[i]
def carried [n] (a: [n]f64) (b: [n]f64) : [n]f64 =
  (loop (x, last) = (replicate n 0, 0) for i < n do
     let v = a[i] * last + b[i]
     in (x with [i] = v, v)).0
def scanned [n] (a: [n]f64) (b: [n]f64) : [n]f64 =
  map (.1) (scan (\(p, q) (r, s) -> (p * r, q * r + s)) (1, 0) (zip a b))
entry primal_loop [n] (a: [n]f64) (b: [n]f64) (_y: [n]f64) = loops a b
entry grad_loop [n] (a: [n]f64) (b: [n]f64) (y: [n]f64) = vjp (\(a, b) -> loops a b) (a, b) y
entry primal_carry [n] (a: [n]f64) (b: [n]f64) (_y: [n]f64) = carried a b
entry grad_carry [n] (a: [n]f64) (b: [n]f64) (y: [n]f64) = vjp (\(a, b) -> carried a b) (a, b) y
entry primal_scan [n] (a: [n]f64) (b: [n]f64) (_y: [n]f64) = scanned a b
entry grad_scan [n] (a: [n]f64) (b: [n]f64) (y: [n]f64) = vjp (\(a, b) -> scanned a b) (a, b) y
