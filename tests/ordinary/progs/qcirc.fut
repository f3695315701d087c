-- a circuit of q qubits: layers of turns about y and z of each and signs between neighbours; energy of a ring of spins in a field, gradient by angles
-- and couplings
type amp = { re: f64, im: f64 }
-- amplitudes are records, each asks its partner by index
def gathers [l][q] (g: f64) (j: [q]f64) (angles: [l][q][2]f64) : f64 =
  let n = 1 << q
  let turn (s: [n]amp) (k: i64) (th: f64) (ph: f64) : [n]amp =
    let (c, d) = (f64.cos (th / 2), f64.sin (th / 2))
    let (a, b) = (f64.cos (ph / 2), f64.sin (ph / 2))
    in tabulate n (\i ->
         let (x, y) = (s[i], s[i ^ (1 << k)])
         let up = (i >> k) & 1 == 1
         let (d, b) = if up then (d, b) else (-d, -b)
         let (re, im) = (c * x.re + d * y.re, c * x.im + d * y.im)
         in { re = a * re - b * im, im = a * im + b * re })
  let layer (s: [n]amp) (t: [q][2]f64) : [n]amp =
    let s = loop s for k < q do turn s k t[k, 0] t[k, 1]
    in map2 (\i a -> if i64.popc (i & (i >> 1)) % 2 == 1 then { re = -a.re, im = -a.im } else a) (iota n) s
  let s = foldl layer (tabulate n (\i -> { re = if i == 0 then 1 else 0, im = 0 })) angles
  let spin i k = if (i >> (k % q)) & 1 == 1 then -1f64 else 1
  let energy i =
    let zz = f64.sum (map2 (\k j -> j * spin i k * spin i (k + 1)) (iota q) j)
    let x = f64.sum (map (\k -> let o = s[i ^ (1 << k)] in s[i].re * o.re + s[i].im * o.im) (iota q))
    in zz * (s[i].re ** 2 + s[i].im ** 2) + g * x
  in f64.sum (map energy (iota n))
-- the state is a cube with the qubit's two values in the middle, real and imaginary parts apart
def cubes [l][q] (g: f64) (j: [q]f64) (angles: [l][q][2]f64) : f64 =
  let n = 1 << q
  let cut (hi: i64) (lo: i64) (s: [n]f64) : [hi][2][lo]f64 = unflatten_3d (s :> [hi * 2 * lo]f64)
  let glue s = flatten_3d s :> [n]f64
  let plane (c: f64) (d: f64) x y = map2 (map2 (\x y -> c * x + d * y)) x y
  let turn (re: [n]f64, im: [n]f64) (k: i64) (th: f64) (ph: f64) =
    let (c, d) = (f64.cos (th / 2), f64.sin (th / 2))
    let (a, b) = (f64.cos (ph / 2), f64.sin (ph / 2))
    let (hi, lo) = (1 << (q - 1 - k), 1 << k)
    let mix x y = map2 (\x y -> c * x - d * y) x y
    let ry s = map (\b -> [mix b[0] b[1], mix b[1] (map (\x -> -x) b[0])]) (cut hi lo s)
    let (re, im) = (ry re, ry im)
    let zero s = map (\b -> b[0]) s
    let one s = map (\b -> b[1]) s
    let join x y = glue (map2 (\x y -> [x, y]) x y)
    in (join (plane a b (zero re) (zero im)) (plane a (-b) (one re) (one im)),
        join (plane a (-b) (zero im) (zero re)) (plane a b (one im) (one re)))
  let sign = map (\i -> if i64.popc (i & (i >> 1)) % 2 == 1 then -1 else 1) (iota n)
  let start = (tabulate n (\i -> if i == 0 then 1 else 0), replicate n 0)
  let (re, im) = loop s = start for t in angles do
    let (re, im) = loop s for k < q do turn s k t[k, 0] t[k, 1]
    in (map2 (*) sign re, map2 (*) sign im)
  let p = map2 (\a b -> a * a + b * b) re im
  let z k = map (\i -> if (i >> k) & 1 == 1 then -1 else 1) (iota n)
  let zz k = f64.sum (map3 (\a b p -> a * b * p) (z k) (z ((k + 1) % q)) p)
  let x k s = f64.sum (map (\b -> 2 * f64.sum (map2 (*) b[0] b[1])) (cut (1 << (q - 1 - k)) (1 << k) s))
  in f64.sum (map2 (*) j (map zz (iota q))) + g * f64.sum (map (\k -> x k re + x k im) (iota q))
-- pairs in place
def pairs [l][q] (g: f64) (j: [q]f64) (angles: [l][q][2]f64) : f64 =
  let n = 1 << q
  let re = replicate n 0 with [0] = 1
  let im = replicate n 0
  let (re, im) = loop (re, im) for t < l do
    let (re, im) = loop (re, im) for k < q do
      let (th, ph) = (angles[t, k, 0] / 2, angles[t, k, 1] / 2)
      let (c, d, a, b) = (f64.cos th, f64.sin th, f64.cos ph, f64.sin ph)
      in loop (re, im) for h < n / 2 do
        let i = ((h >> k) << (k + 1)) | (h & ((1 << k) - 1))
        let o = i + (1 << k)
        let (r0, i0) = (c * re[i] - d * re[o], c * im[i] - d * im[o])
        let (r1, i1) = (d * re[i] + c * re[o], d * im[i] + c * im[o])
        let re = re with [i] = a * r0 + b * i0
        let im = im with [i] = a * i0 - b * r0
        in (re with [o] = a * r1 - b * i1, im with [o] = a * i1 + b * r1)
    in loop (re, im) for i < n do
      if i64.popc (i & (i >> 1)) % 2 == 1 then (re with [i] = -re[i], im with [i] = -im[i]) else (re, im)
  in loop e = 0 for i < n do
    let (zz, x) = loop (zz, x) = (0, 0) for k < q do
      let o = i ^ (1 << k)
      let same = (i >> k) & 1 == (i >> ((k + 1) % q)) & 1
      in (if same then zz + j[k] else zz - j[k], x + re[i] * re[o] + im[i] * im[o])
    in e + zz * (re[i] * re[i] + im[i] * im[i]) + g * x
entry primal_gather [l][q] (g: f64) (j: [q]f64) (t: [l][q][2]f64) = gathers g j t
entry grad_gather [l][q] (g: f64) (j: [q]f64) (t: [l][q][2]f64) = vjp (\(j, t) -> gathers g j t) (j, t) 1
entry primal_cube [l][q] (g: f64) (j: [q]f64) (t: [l][q][2]f64) = cubes g j t
entry grad_cube [l][q] (g: f64) (j: [q]f64) (t: [l][q][2]f64) = vjp (\(j, t) -> cubes g j t) (j, t) 1
entry primal_pair [l][q] (g: f64) (j: [q]f64) (t: [l][q][2]f64) = pairs g j t
entry grad_pair [l][q] (g: f64) (j: [q]f64) (t: [l][q][2]f64) = vjp (\(j, t) -> pairs g j t) (j, t) 1
