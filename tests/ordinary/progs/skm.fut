-- spherical k-means: directions to many stars go to the centre with the greatest cosine, centres are sums of their stars, made one long; t rounds, then the
-- mean of the greatest cosines weighted by the stars' magnitudes; gradient by the stars (of any length) and the first centres
type vec = { x: f64, y: f64, z: f64 }
-- records, sums by reduce_by_index
def records [n][k] (t: i64) (w: [n]f64) (p: [n][3]f64) (c: [k][3]f64) : f64 =
  let add (a: vec) (b: vec) : vec = { x = a.x + b.x, y = a.y + b.y, z = a.z + b.z }
  let dot (a: vec) (b: vec) = a.x * b.x + a.y * b.y + a.z * b.z
  let scale (s: f64) (a: vec) : vec = { x = s * a.x, y = s * a.y, z = s * a.z }
  let unit (a: vec) = scale (1 / f64.sqrt (dot a a)) a
  let vec_of (a: [3]f64) : vec = { x = a[0], y = a[1], z = a[2] }
  let zero : vec = { x = 0, y = 0, z = 0 }
  let stars = map (\a -> unit (vec_of a)) p
  let centres = map (\a -> unit (vec_of a)) c
  let best (cs: [k]vec) (s: vec) : (f64, i64) =
    let better (a, i) (b, j) = if b > a then (b, j) else (a, i)
    in reduce_comm better (-f64.inf, -1) (zip (map (dot s) cs) (iota k))
  let round (cs: [k]vec) : [k]vec =
    let at = map (\s -> (best cs s).1) stars
    let sums = hist add zero k at (map2 scale w stars)
    in map2 (\s c -> unit (add s (scale 0.01 c))) sums cs
  let centres = iterate (i32.i64 t) round centres
  in f64.sum (map2 (\w s -> w * (best centres s).0) w stars) / f64.i64 n
-- rows, products of matrices, sums by selecting with masks
def masks [n][k] (t: i64) (w: [n]f64) (p: [n][3]f64) (c: [k][3]f64) : f64 =
  let dot (a: [3]f64) (b: [3]f64) = f64.sum (map2 (*) a b)
  let unit a = map (/ f64.sqrt (dot a a)) a
  let p = map unit p
  let cosines c = map (\s -> map (dot s) c) p
  let argmax (xs: [k]f64) = (loop i = 0 for j in 1..<k do if xs[j] > xs[i] then j else i)
  let c = loop c = map unit c for _i < t do
    let at = map argmax (cosines c)
    let sums = map (\j -> reduce (map2 (+)) [0, 0, 0] (map3 (\i w s -> if i == j then map (* w) s else [0, 0, 0]) at w p)) (iota k)
    in map2 (\s c -> unit (map2 (\s c -> s + 0.01 * c) s c)) sums c
  in f64.sum (map2 (*) w (map f64.maximum (cosines c))) / f64.i64 n
-- loops with sums in place
def loops [n][k] (t: i64) (w: [n]f64) (p: [n][3]f64) (c: [k][3]f64) : f64 =
  let normal [m] (x: *[m][3]f64) : *[m][3]f64 =
    loop x for i < m do
      let l = f64.sqrt (x[i, 0] ** 2 + x[i, 1] ** 2 + x[i, 2] ** 2)
      in loop x for e < 3 do x with [i, e] = x[i, e] / l
  let p = normal (copy p)
  let c = normal (copy c)
  let best (c: [k][3]f64) (i: i64) : (f64, i64) =
    loop (a, at) = (-2, 0) for j < k do
      let b = p[i, 0] * c[j, 0] + p[i, 1] * c[j, 1] + p[i, 2] * c[j, 2]
      in if b > a then (b, j) else (a, at)
  let c = loop c for _r < t do
    let s = map (map (* 0.01)) c
    let s = loop s for i < n do
      let (_, j) = best c i
      in loop s for e < 3 do s with [j, e] = s[j, e] + w[i] * p[i, e]
    in normal s
  in (loop l = 0 for i < n do l + w[i] * (best c i).0) / f64.i64 n
entry primal_record [n][k] (t: i64) (w: [n]f64) (p: [n][3]f64) (c: [k][3]f64) = records t w p c
entry grad_record [n][k] (t: i64) (w: [n]f64) (p: [n][3]f64) (c: [k][3]f64) = vjp (\(p, c) -> records t w p c) (p, c) 1
entry primal_mask [n][k] (t: i64) (w: [n]f64) (p: [n][3]f64) (c: [k][3]f64) = masks t w p c
entry grad_mask [n][k] (t: i64) (w: [n]f64) (p: [n][3]f64) (c: [k][3]f64) = vjp (\(p, c) -> masks t w p c) (p, c) 1
entry primal_loop [n][k] (t: i64) (w: [n]f64) (p: [n][3]f64) (c: [k][3]f64) = loops t w p c
entry grad_loop [n][k] (t: i64) (w: [n]f64) (p: [n][3]f64) (c: [k][3]f64) = vjp (\(p, c) -> loops t w p c) (p, c) 1
