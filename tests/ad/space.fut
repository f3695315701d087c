-- Points in space, turns and colours, as programs write them: in scans, histograms, filters, loops of unknown length, second derivatives, records, images.
-- ==
-- entry: scans hists filters whiles hess nested recs matrix img sortp mixed jm quat3 cplx reds
-- input { 1i64 } output { true }
-- input { 6i64 } output { true }
-- input { 17i64 } output { true }
import "gaps"
type vec = {x: f64, y: f64, z: f64}
def vadd (a: [3]f64) (b: [3]f64) = map2 (+) a b
def vscale (s: f64) (a: [3]f64) = map (* s) a
def vdot (a: [3]f64) (b: [3]f64) = f64.sum (map2 (*) a b)
def cross (a: [3]f64) (b: [3]f64) : [3]f64 = [a[1]*b[2]-a[2]*b[1], a[2]*b[0]-a[0]*b[2], a[0]*b[1]-a[1]*b[0]]
def norm (a: [3]f64) = f64.sqrt (1 + vdot a a)
def pts n (x: [n]f64) : [n][3]f64 = map2 (\i a -> [a, f64.cos (a + f64.i64 i), a*a - 0.3]) (iota n) x

def f_scans [n] (x: [n]f64) = let s = scan vadd [0,0,0] (pts n x) in map (\p -> vdot p p) s
entry scans n = agree f_scans (noise n 1)
def f_hists [n] (x: [n]f64) =
  let h = reduce_by_index (replicate 4 [0,0,0]) vadd [0,0,0] (map (\i -> i % 4) (iota n)) (map (\p -> vscale (norm p) p) (pts n x))
  in flatten h
entry hists n = agree f_hists (noise n 2)
def f_filters [n] (x: [n]f64) =
  let q = filter (\p -> p[0] > 0) (pts n x)
  let r = map (\p -> vscale p[1] p) q
  in [f64.sum (map (\p -> vdot p p) r)]
entry filters n = agree f_filters (noise n 3)
def f_whiles [n] (x: [n]f64) =
  map (\p -> let (q, v, _) = loop (q, v, k) = (copy p, [0.1, 0.2, 0.3], 0) while k < 5 && vdot q q < 9 do
               let a = cross q v
               let v' = vadd v (vscale 0.1 a)
               in (vadd q (vscale 0.2 v'), v', k + 1)
             in vdot q v) (pts n x)
entry whiles n = agree f_whiles (noise n 4)
def energy [n] (x: [n]f64) =
  let ps = pts n x
  in f64.sum (map (\p -> f64.sum (map (\q -> let d = map2 (-) p q in 1 / (1 + vdot d d)) ps)) ps)
def grad [n] (x: [n]f64) = vjp energy x 1
entry hess n = agree grad (noise n 5)
def f_nested [n] (x: [n]f64) =
  let ps = pts n x
  let qs = loop qs = ps for i < 2 do
    map (\q -> let s = loop s = [0,0,0] for j < n do vadd s (vscale (1 / (norm ps[j])) ps[(i + j) % n])
               in vadd q (vscale 0.1 s)) qs
  in flatten qs
entry nested n = agree f_nested (noise n 6)
type body = {at: [3]f64, v: [3]f64, m: f64}
def f_recs [n] (x: [n]f64) =
  let bs : [n]body = map2 (\p a -> {at = p, v = [a, 0, -a], m = 1 + a * a}) (pts n x) x
  let step (bs: [n]body) : [n]body = map (\b ->
     let f = reduce vadd [0,0,0] (map (\c -> let d = map2 (-) c.at b.at in vscale (c.m / (1 + vdot d d)) d) bs)
     let v = vadd b.v (vscale 0.1 f)
     in {at = vadd b.at (vscale 0.1 v), v, m = b.m}) bs
  let bs = loop bs for _i < 3 do step bs
  in map (\b -> vdot b.at b.v * b.m) bs
entry recs n = agree f_recs (noise n 7)
def mm (a: [3][3]f64) (b: [3][3]f64) : [3][3]f64 = map (\r -> map (\c -> vdot r c) (transpose b)) a
def rot (t: f64) : [3][3]f64 = [[f64.cos t, -f64.sin t, 0], [f64.sin t, f64.cos t, 0], [0, 0, 1]]
def f_matrix [n] (x: [n]f64) =
  let m = loop m = [[1,0,0],[0,1,0],[0,0,1]] for i < n do mm m (rot x[i])
  let ms = scan mm [[1,0,0],[0,1,0],[0,0,1]] (map rot x)
  in flatten m ++ map (\m -> m[0,1] * m[1,0]) ms
entry matrix n = agree f_matrix (noise n 8)
def f_img [n] (x: [n]f64) =
  let im : [n][n][3]f64 = tabulate_2d n n (\i j -> [x[i] * x[j], f64.sin x[i], x[j]])
  let blur (im: [n][n][3]f64) : [n][n][3]f64 = tabulate_2d n n (\i j -> 
     let a = im[i, j] let b = im[(i + 1) % n, j] let c = im[i, (j + 1) % n]
     in map3 (\a b c -> 0.5 * a + 0.25 * b + 0.25 * c * a) a b c)
  let im = loop im for _i < 2 do blur im
  in flatten (map (map (\p -> p[0] + 2 * p[1] * p[2])) im)
entry img n = agree f_img (noise n 9)
def f_sortp [n] (x: [n]f64) =
  let ps = pts n x
  let ks = map (\p -> i64.f64 (10 * p[1])) ps
  let is = map (\i -> (i * 7 + ks[i]) % n) (iota n)
  let qs = map (\i -> ps[i64.abs i % n]) is
  in map2 (\p q -> vdot p (cross q p) + norm q) ps qs
entry sortp n = agree f_sortp (noise n 10)
def f_mixed [n] (x: [n]f64) =
  let ps = pts n x
  let (a, b) = if x[0] > 0 then (ps, map (vscale 2) ps) else (map (vscale 3) ps, ps)
  let c = map2 (\p q -> if p[0] < q[1] then p else cross p q) a b
  let m = transpose c
  in flatten m ++ [f64.maximum (map norm c)]
entry mixed n = agree f_mixed (noise n 11)
def f_jm [n] (x: [n]f64) =
  let g (p: [3]f64) : [3]f64 = [p[0] * p[1], f64.sin p[2], p[2] * p[0]]
  in flatten (map (\p -> flatten [jvp g p [1,0,0], jvp g p [0,1,0], vjp g p [0,0,1]]) (pts n x))
entry jm n = agree f_jm (noise n 12)
type q4 = [4]f64
def qmul (a: q4) (b: q4) : q4 = [a[0]*b[0]-a[1]*b[1]-a[2]*b[2]-a[3]*b[3], a[0]*b[1]+a[1]*b[0]+a[2]*b[3]-a[3]*b[2], a[0]*b[2]-a[1]*b[3]+a[2]*b[0]+a[3]*b[1], a[0]*b[3]+a[1]*b[2]-a[2]*b[1]+a[3]*b[0]]
def f_quat3 [n] (x: [n]f64) =
  let qs : [n]q4 = map (\t -> [f64.cos t, f64.sin t, 0.1 * t, 0.2]) x
  let r = reduce qmul [1,0,0,0] qs
  let s = foldl qmul [1,0,0,0] qs
  in r ++ s
entry quat3 n = agree f_quat3 (noise n 13)
def cmul (a: [2]f64) (b: [2]f64) : [2]f64 = [a[0]*b[0]-a[1]*b[1], a[0]*b[1]+a[1]*b[0]]
def f_cplx [n] (x: [n]f64) =
  map (\t -> let z = loop z = [t, 0.2] for i < 6 do if z[0]*z[0] + z[1]*z[1] > 4 then z else map2 (+) (cmul z z) [t, f64.i64 i * 0.01] in z[0] * z[1]) x
entry cplx n = agree f_cplx (noise n 14)
def f_reds [n] (x: [n]f64) =
  let ps = pts n x
  let c = vscale (1 / f64.i64 n) (reduce vadd [0,0,0] ps)
  let cov = map (\i -> map (\j -> f64.sum (map (\p -> (p[i] - c[i]) * (p[j] - c[j])) ps)) (iota 3)) (iota 3)
  let b = reduce (map2 f64.max) [-9,-9,-9] ps
  in flatten cov ++ b ++ c
entry reds n = agree f_reds (noise n 15)
