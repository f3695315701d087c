-- a panorama: each picture lies in the plane by the product of the homographies of all pictures up to it; points that are the same in two pictures should
-- fall together (Huber); gradient by the homographies
type point = { x: f64, y: f64 }
def eye : [3][3]f64 = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
def mul (a: [3][3]f64) (b: [3][3]f64) : *[3][3]f64 = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
-- a scan of matrices, points as records
def scans [k][m] (a: [m]i64) (b: [m]i64) (p: [m][2]f64) (q: [m][2]f64) (hs: [k][3][3]f64) : f64 =
  let maps = scan mul eye hs
  let see (h: [3][3]f64) (p: [2]f64) : point =
    let z = h[2, 0] * p[0] + h[2, 1] * p[1] + h[2, 2]
    in { x = (h[0, 0] * p[0] + h[0, 1] * p[1] + h[0, 2]) / z, y = (h[1, 0] * p[0] + h[1, 1] * p[1] + h[1, 2]) / z }
  let huber d = if d < 0.01 then d else 0.2 * f64.sqrt d - 0.01
  let cost a b p q =
    let (u, v) = (see maps[a] p, see maps[b] q)
    in huber ((u.x - v.x) ** 2 + (u.y - v.y) ** 2)
  in f64.sum (map4 cost a b p q)
-- homogeneous points times matrices that were taken together first
def gathers [k][m] (a: [m]i64) (b: [m]i64) (p: [m][2]f64) (q: [m][2]f64) (hs: [k][3][3]f64) : f64 =
  let (maps, _) = loop (maps, h) = (replicate k eye, eye) for i < k do
    let h = mul h hs[i]
    in (maps with [i] = copy h, h)
  let see (h: [3][3]f64) (p: [2]f64) : [2]f64 =
    let v = map (\r -> f64.sum (map2 (*) r [p[0], p[1], 1])) h
    in map (/ v[2]) (take 2 v)
  let us = map2 see (map (\i -> maps[i]) a) p
  let vs = map2 see (map (\i -> maps[i]) b) q
  let ds = map2 (\u v -> f64.sum (map (\x -> x * x) (map2 (-) u v))) us vs
  in f64.sum (map (\d -> if f64.sqrt d < 0.1 then d else 0.2 * f64.sqrt d - 0.01) ds)
-- flat matrices and loops
def flats [k][m] (a: [m]i64) (b: [m]i64) (p: [m][2]f64) (q: [m][2]f64) (hs: [k][3][3]f64) : f64 =
  let maps = replicate (k * 9) 0
  let maps = loop maps for i < k do
    loop maps for c < 9 do
      let (r, s) = (c / 3, c % 3)
      let x = if i == 0 then hs[0, r, s]
              else maps[9 * i - 9 + 3 * r] * hs[i, 0, s] + maps[9 * i - 8 + 3 * r] * hs[i, 1, s] + maps[9 * i - 7 + 3 * r] * hs[i, 2, s]
      in maps with [9 * i + c] = x
  in loop l = 0 for e < m do
       let see (i: i64) (x: f64) (y: f64) =
         let o = 9 * i
         let w = 1 / (maps[o + 6] * x + maps[o + 7] * y + maps[o + 8])
         in ((maps[o] * x + maps[o + 1] * y + maps[o + 2]) * w, (maps[o + 3] * x + maps[o + 4] * y + maps[o + 5]) * w)
       let (x, y) = see a[e] p[e, 0] p[e, 1]
       let (u, v) = see b[e] q[e, 0] q[e, 1]
       let d = (x - u) * (x - u) + (y - v) * (y - v)
       in if d < 0.01 then l + d else l + 0.2 * f64.sqrt d - 0.01
entry primal_scan [k][m] (a: [m]i64) (b: [m]i64) (p: [m][2]f64) (q: [m][2]f64) (h: [k][3][3]f64) = scans a b p q h
entry grad_scan [k][m] (a: [m]i64) (b: [m]i64) (p: [m][2]f64) (q: [m][2]f64) (h: [k][3][3]f64) = vjp (\h -> scans a b p q h) h 1
entry primal_gather [k][m] (a: [m]i64) (b: [m]i64) (p: [m][2]f64) (q: [m][2]f64) (h: [k][3][3]f64) = gathers a b p q h
entry grad_gather [k][m] (a: [m]i64) (b: [m]i64) (p: [m][2]f64) (q: [m][2]f64) (h: [k][3][3]f64) = vjp (\h -> gathers a b p q h) h 1
entry primal_flat [k][m] (a: [m]i64) (b: [m]i64) (p: [m][2]f64) (q: [m][2]f64) (h: [k][3][3]f64) = flats a b p q h
entry grad_flat [k][m] (a: [m]i64) (b: [m]i64) (p: [m][2]f64) (q: [m][2]f64) (h: [k][3][3]f64) = vjp (\h -> flats a b p q h) h 1
