-- Lennard-Jones energy of particles by lists of neighbours; gradient by positions (the forces)
def pair (p: [3]f64) (q: [3]f64) : f64 =
  let d = map2 (-) p q
  let r = f64.sum (map (\x -> x * x) d)
  let i = 1 / (r * r * r)
  in if r < 9 then 4 * (i * i - i) else 0
-- along all pairs
def edges [n][e] (x: [n][3]f64) (is: [e]i64) (js: [e]i64) : f64 = f64.sum (map2 (\i j -> pair x[i] x[j]) is js)
-- along the list of each particle
def lists [n][e] (x: [n][3]f64) (starts: []i64) (js: [e]i64) : f64 =
  loop s = 0 for i < n do
    loop s for k in starts[i]..<starts[i + 1] do
      let j = js[k]
      let (a, b, c) = (x[i, 0] - x[j, 0], x[i, 1] - x[j, 1], x[i, 2] - x[j, 2])
      let r = a * a + b * b + c * c
      in if r < 9 then let i = 1 / (r * r * r) in s + 4 * i * (i - 1) else s
-- lists of one length, filled up with -1
def padded [n][m] (x: [n][3]f64) (js: [n][m]i64) : f64 =
  f64.sum (map2 (\p js -> f64.sum (map (\j -> if j < 0 then 0 else pair p x[j]) js)) x js)
entry primal_edges [n][e][m] (x: [n][3]f64) (_starts: []i64) (is: [e]i64) (js: [e]i64) (_pad: [n][m]i64) = edges x is js
entry grad_edges [n][e][m] (x: [n][3]f64) (_starts: []i64) (is: [e]i64) (js: [e]i64) (_pad: [n][m]i64) = vjp (\x -> edges x is js) x 1
entry primal_lists [n][e][m] (x: [n][3]f64) (starts: []i64) (_is: [e]i64) (js: [e]i64) (_pad: [n][m]i64) = lists x starts js
entry grad_lists [n][e][m] (x: [n][3]f64) (starts: []i64) (_is: [e]i64) (js: [e]i64) (_pad: [n][m]i64) = vjp (\x -> lists x starts js) x 1
entry primal_padded [n][e][m] (x: [n][3]f64) (_starts: []i64) (_is: [e]i64) (_js: [e]i64) (pad: [n][m]i64) = padded x pad
entry grad_padded [n][e][m] (x: [n][3]f64) (_starts: []i64) (_is: [e]i64) (_js: [e]i64) (pad: [n][m]i64) = vjp (\x -> padded x pad) x 1
