-- selective scan of a state space model (as in Mamba): h[d, n] = exp(delta[d] a[d, n]) h[d, n] + delta[d] b[n] x[d], y[d] = sum of c[n] h[d, n] + skip[d] x[d]
-- along a sequence; gradient by all of them for a seed of y
def softplus (z: f64) : f64 = f64.max z 0 + f64.log (1 + f64.exp (-f64.abs z))
-- the state is a matrix, a loop over time
def matrices [l][d][n] (a: [d][n]f64) (skip: [d]f64) (x: [l][d]f64) (z: [l][d]f64) (b: [l][n]f64) (c: [l][n]f64) : [l][d]f64 =
  let ys = replicate l (replicate d 0)
  let h = replicate d (replicate n 0)
  let (_, ys) = loop (h, ys) for i < l do
    let delta = map softplus z[i]
    let h = map4 (\h a dt x -> map3 (\h a b -> f64.exp (dt * a) * h + dt * b * x) h a b[i]) h a delta x[i]
    let y = map3 (\h s x -> f64.sum (map2 (*) h c[i]) + s * x) h skip x[i]
    in (h, ys with [i] = y)
  in ys
-- a parallel scan over time for each element of the state
def scans [l][d][n] (a: [d][n]f64) (skip: [d]f64) (x: [l][d]f64) (z: [l][d]f64) (b: [l][n]f64) (c: [l][n]f64) : [l][d]f64 =
  let linear (f1, g1) (f2, g2) = (f1 * f2, f2 * g1 + g2)
  let channel (a: [n]f64) (x: [l]f64) (delta: [l]f64) (skip: f64) : [l]f64 =
    let states = map2 (\a b -> map3 (\dt x b -> (f64.exp (dt * a), dt * b * x)) delta x b |> scan linear (1, 0) |> map (.1)) a (transpose b)
    in map4 (\h c x s -> f64.sum (map2 (*) h c) + s * x) (transpose states) c x (replicate l skip)
  let delta = map (map softplus) z
  in transpose (map4 channel a (transpose x) (transpose delta) skip)
-- each channel by itself, its state in place
def loops [l][d][n] (a: [d][n]f64) (skip: [d]f64) (x: [l][d]f64) (z: [l][d]f64) (b: [l][n]f64) (c: [l][n]f64) : [l][d]f64 =
  let channel j =
    let (_, y) = loop (h, y) = (replicate n 0, replicate l 0) for i < l do
      let dt = softplus z[i, j]
      let u = dt * x[i, j]
      let (h, s) = loop (h, s) = (h, skip[j] * x[i, j]) for k < n do
        let h = h with [k] = f64.exp (dt * a[j, k]) * h[k] + u * b[i, k]
        in (h, s + c[i, k] * h[k])
      in (h, y with [i] = s)
    in y
  in transpose (tabulate d channel)
entry primal_matrix [l][d][n] (a: [d][n]f64) (s: [d]f64) (x: [l][d]f64) (z: [l][d]f64) (b: [l][n]f64) (c: [l][n]f64) (_y: [l][d]f64) = matrices a s x z b c
entry grad_matrix [l][d][n] (a: [d][n]f64) (s: [d]f64) (x: [l][d]f64) (z: [l][d]f64) (b: [l][n]f64) (c: [l][n]f64) (y: [l][d]f64) =
  vjp (\(a, s, x, z, b, c) -> matrices a s x z b c) (a, s, x, z, b, c) y
entry primal_scan [l][d][n] (a: [d][n]f64) (s: [d]f64) (x: [l][d]f64) (z: [l][d]f64) (b: [l][n]f64) (c: [l][n]f64) (_y: [l][d]f64) = scans a s x z b c
entry grad_scan [l][d][n] (a: [d][n]f64) (s: [d]f64) (x: [l][d]f64) (z: [l][d]f64) (b: [l][n]f64) (c: [l][n]f64) (y: [l][d]f64) =
  vjp (\(a, s, x, z, b, c) -> scans a s x z b c) (a, s, x, z, b, c) y
entry primal_loop [l][d][n] (a: [d][n]f64) (s: [d]f64) (x: [l][d]f64) (z: [l][d]f64) (b: [l][n]f64) (c: [l][n]f64) (_y: [l][d]f64) = loops a s x z b c
entry grad_loop [l][d][n] (a: [d][n]f64) (s: [d]f64) (x: [l][d]f64) (z: [l][d]f64) (b: [l][n]f64) (c: [l][n]f64) (y: [l][d]f64) =
  vjp (\(a, s, x, z, b, c) -> loops a s x z b c) (a, s, x, z, b, c) y
