-- Arguments and results of every shape, for every operator, in every place: tuples, records, sums, units, functors.
-- ==
-- entry: t1
-- input { 1.5 } output { 3.75 2.0 }
-- entry: t2
-- input { 1.5 } output { 4.5 7.5 3.75 2.0 }
-- entry: t3
-- input { 1.5 } output { 3.5 2.5 }
-- entry: t4
-- input { 1.5 } output { 4.5 7.5 3.5 2.5 }
-- entry: t5
-- input { 1.5 } output { [3.0, 1.5] [1.0, 2.0] }
-- entry: t6
-- input { 1.5 } output { [3.0, 1.0] [1.5, 2.0] }
-- entry: t7
-- input { 1.5 } output { 4.5 7.5 [3.0, 1.5] [1.0, 2.0] }
-- entry: t8
-- input { 1.5 } output { 4.5 7.5 [3.0, 1.0] [1.5, 2.0] }
-- entry: r1
-- input { 1.5 } output { 1.5 0.0707372016677029 -6.0 }
-- entry: r2
-- input { 1.5 } output { 3.1414744033354056 19.5 }
-- entry: r3
-- input { 1.5 } output { [3.1414744033354056, 0.0] [19.5, 6.0] }
-- entry: r4
-- input { 1.5 } output { [3.0, 1.5] [0.0, 6.0] }
-- entry: q1
-- input { 1.5 } output { 3.0 6i32 false }
-- entry: q2
-- input { 1.5 } output { 4.0 12i32 false [0.0, 1.5] }
-- entry: q3
-- input { 1.5 } output { [4.0, 12.0] [12i32, 6i32] [false, false] }
-- entry: q4
-- input { 1.5 } output { 2.25 3.0 }
-- entry: q5
-- input { 1.5 } output { 6.75 }
-- entry: q6
-- input { 1.5 } output { 10.0 3i64 }
-- entry: q7
-- input { 3i64 } output { 27i64 }
-- entry: q8
-- input { 20u8 } output { 40u8 }
-- entry: q9
-- input { 1.5 } output { 3.0 }
-- entry: o1
-- input { 1.5 } output { 3.5 0.0 }
-- entry: o2
-- input { 1.5 } output { 3.0 0.5 }
-- entry: o3
-- input { 1.5 } output { [3.0, 1.0] }
-- entry: o4
-- input { 1.5 } output { 4.0 1i64 }
-- entry: o5
-- input { 1.5 } output { [2.5, 3.5, 4.5] }
-- entry: a1
-- input { [0.5, -1.25, 2.0] } output { [4.0, 0.75, 2.5] [4.5, 2.75, 6.0] }
-- entry: a2
-- input { [0.5, -1.25, 2.0] } output { [3.0, -3.75, 4.5] [5.0, 5.0, 5.0] }
-- entry: a3
-- input { [0.5, -1.25, 2.0] } output { [0.5, -1.25, 2.0] [0i32, 0i32, 0i32] }
-- entry: a4
-- input { [0.5, -1.25, 2.0] } output { [2.0, 2.0, 2.0] 1.25 }
-- entry: a5
-- input { [0.5, -1.25, 2.0] } output { [[1.0, -2.5, 4.0], [4.0, -2.5, 1.0]] }
-- entry: a6
-- input { [0.5, -1.25, 2.0] } output { [[1.0, -0.0, 0.0], [0.0, -2.5, 0.0], [0.0, -0.0, 4.0]] }
-- entry: a7
-- input { [0.5, -1.25, 2.0] } output { [[1.0, 0.0, 0.0], [-1.25, 0.5, 0.0], [-2.5, 1.0, -0.625]] }
-- entry: a8
-- input { [0.5, -1.25, 2.0] } output { [-5.0, 4.0, -1.5] }
-- entry: a9
-- input { [0.5, -1.25, 2.0] } output { empty([0]f64) }
-- entry: p1
-- input { 1.5 } output { 6.75 }
-- entry: p2
-- input { [0.5, -1.25, 2.0] } output { [6.0, -15.0, 24.0] }
-- entry: p3
-- input { [0.5, -1.25, 2.0] } output { [0.75, 4.6875, 12.0] }
-- entry: p4
-- input { [0.5, -1.25, 2.0] } output { [0.375, -5.859375, 24.0] }
-- entry: p5
-- input { [0.5, -1.25, 2.0] } output { [0.375, -5.859375, 24.0] }
-- entry: p6
-- input { 1.5 } output { 6.75 }
-- entry: p7
-- input { 1.5 } output { 135.0 }
-- entry: p8
-- input { 1.5 } output { 135.0 }
-- entry: p9
-- input { 1.5 } output { 2.9553702695313717 }
-- entry: p10
-- input { 1.5 } output { [6.75, 13.5] }
-- entry: p11
-- input { [0.5, -1.25, 2.0] } output { [0.75, 4.6875, 12.0] }
-- entry: p12
-- input { 1.5 } output { [6.75, 13.5, 20.25] }
-- entry: m1
-- input { [0.5, -1.25, 2.0] } output { [[0.5, 0.25], [3.125, 1.5625], [8.0, 4.0]] }
-- entry: m2
-- input { 1.5 } output { 1.4142135623730951 }
-- entry: m3
-- input { [0.5, -1.25, 2.0] } output { [0.38525927567445, -0.3962887056400177, -0.45611326341119995] }
-- entry: m4
-- input { 1.5 } output { 0.03168938124999998 }
-- entry: m5
-- input { 1.5 } output { 6.75 }
-- entry: m6
-- input { [0.5, -1.25, 2.0] } output { 1.25 }
-- entry: m7
-- input { [0.5, -1.25, 2.0] } output { [2.0, -5.0, 8.0] }
-- entry: m8
-- input { [0.5, -1.25, 2.0] } output { [[0.0, 2.0, -1.25], [2.0, 0.0, 0.5], [-1.25, 0.5, 0.0]] }
-- entry: m9
-- input { [0.5, -1.25, 2.0] } output { [[0.0, 2.0, -1.25], [2.0, 0.0, 0.5], [-1.25, 0.5, 0.0]] }
-- entry: m10
-- input { [0.5, -1.25, 2.0] } output { [[0.0, 2.0, -1.25], [2.0, 0.0, 0.5], [-1.25, 0.5, 0.0]] }
-- entry: m11
-- input { [0.5, -1.25, 2.0] } output { [[1.0, -0.75, 2.5], [1.0, -0.75, 2.5], [1.0, -0.75, 2.5]] }
-- entry: f1
-- input { 1.5 } output { 692.5 }
-- entry: f2
-- input { 1.5 } output { 911.0 }
-- entry: f3
-- input { 1.5 } output { 9.0 }
-- entry: c1
-- input { 1.5 } output { 3.0 7.0 }
-- entry: c2
-- input { 1.5 } output { 2.0 0i32 }
-- entry: c3
-- input { 1.5 } output { 11.204222675845163 }
-- entry: c4
-- input { [0.5, -1.25, 2.0] } output { [2.4730819060501923, -0.07162619921504754, 22.16716829679195] }
-- entry: c5
-- input { 1.5 } output { 15.685911746183228 }
-- entry: c6
-- input { 1.5 } output { 1.5 5.0 }
-- entry: c7
-- input { 1.5 } output { 3.0 1.5 }
-- entry: c8
-- input { 1.5 } output { [3.0, 6.0] }
-- entry: c9
-- input { 1.5 } output { [6.5, 8.0] }
import "gaps"

type p = {a: f64, b: f64}
type q = {pair: (f64, i32), flag: bool, arr: [2]f64}
type one = #one f64 f64
type wrap = #wrap {x: f64, n: i64, u: ()}

-- Tuples.
def ft (x: f64, y: f64): (f64, f64) = (x * y, x + 2 * y)
entry t1 (x: f64): (f64, f64) = jvp ft (x, 2 * x) (1, 0.5)
entry t2 (x: f64): ((f64, f64), (f64, f64)) = jvp2 ft (x, 2 * x) (1, 0.5)
entry t3 (x: f64): (f64, f64) = vjp ft (x, 2 * x) (1, 0.5)
entry t4 (x: f64): ((f64, f64), (f64, f64)) = vjp2 ft (x, 2 * x) (1, 0.5)
entry t5 (x: f64): ([2]f64, [2]f64) = unzip (jmp ft (x, 2 * x) [(1, 0), (0, 1)])
entry t6 (x: f64): ([2]f64, [2]f64) = unzip (mjp ft (x, 2 * x) [(1, 0), (0, 1)])
entry t7 (x: f64): (f64, f64, [2]f64, [2]f64) = let (r, d) = jmp2 ft (x, 2 * x) [(1, 0), (0, 1)] let (a, b) = unzip d in (r.0, r.1, a, b)
entry t8 (x: f64): (f64, f64, [2]f64, [2]f64) = let (r, d) = mjp2 ft (x, 2 * x) [(1, 0), (0, 1)] let (a, b) = unzip d in (r.0, r.1, a, b)

-- Records.
def fr (r: p): {s: f64, t: p} = {s = r.a * r.b, t = {a = f64.sin r.a, b = r.b ** 2}}
entry r1 (x: f64): (f64, f64, f64) = let d = jvp fr {a = x, b = 3} {a = 1, b = -1} in (d.s, d.t.a, d.t.b)
entry r2 (x: f64): (f64, f64) = let d = vjp fr {a = x, b = 3} {s = 1, t = {a = 2, b = 3}} in (d.a, d.b)
entry r3 (x: f64): ([2]f64, [2]f64) = let d = mjp fr {a = x, b = 3} [{s = 1, t = {a = 2, b = 3}}, {s = 0, t = {a = 0, b = 1}}] in (map (.a) d, map (.b) d)
entry r4 (x: f64): ([2]f64, [2]f64) = let (_, d) = jmp2 fr {a = x, b = 3} [{a = 1, b = 0}, {b = 1, a = 0}] in (map (.s) d, map (.t.b) d)

-- Ints, bools and units among them.
def fq (v: q): (f64, i32, bool, ()) = (v.pair.0 * (if v.flag then v.arr[0] else v.arr[1]), v.pair.1 * v.pair.1, !v.flag, ())
entry q1 (x: f64): (f64, i32, bool) = let d = jvp fq {pair = (x, 3), flag = true, arr = [x, 4]} {pair = (1, 1), flag = true, arr = [1, 1]} in (d.0, d.1, d.2)
entry q2 (x: f64): (f64, i32, bool, [2]f64) = let d = vjp fq {pair = (x, 3), flag = false, arr = [x, 4]} (1, 2, true, ()) in (d.pair.0, d.pair.1, d.flag, d.arr)
entry q3 (x: f64): ([2]f64, [2]i32, [2]bool) = let d = mjp fq {pair = (x, 3), flag = false, arr = [x, 4]} [(1, 2, true, ()), (3, 1, false, ())] in (map (.pair.0) d, map (.pair.1) d, map (.flag) d)
entry q4 (x: f64): (f64, f64) = let (y, d) = vjp2 (\(u: (), x: f64) -> (u, x * x)) ((), x) ((), 1) in (y.1, d.1)
entry q5 (x: f64): f64 = let (_, d) = jvp2 (\(x, n: i32, b: bool) -> if b then x ** f64.i32 n else x) (x, 3, true) (1, 0, false) in d
entry q6 (x: f64): (f64, i64) = vjp (\(x, n) -> x * f64.i64 n) (x, 5) 2
entry q7 (n: i64): i64 = vjp (\n -> n * n * n) n 1
entry q8 (n: u8): u8 = jvp (\n -> n * n) n 1
entry q9 (x: f64): f64 = vjp (\x -> (x > 0, x * x)) x (true, 1)

-- Sums with one constructor.
def fo (#one a b: one): one = #one (a * b) (a - b)
entry o1 (x: f64): (f64, f64) = match jvp fo (#one x 2) (#one 1 1) case #one a b -> (a, b)
entry o2 (x: f64): (f64, f64) = match vjp fo (#one x 2) (#one 1 1) case #one a b -> (a, b)
entry o3 (x: f64): [2]f64 = map (\v -> match v case #one a _ -> a) (mjp fo (#one x 2) [#one 1 1, #one 0 1])
entry o4 (x: f64): (f64, i64) = match vjp (\(#wrap r: wrap) -> r.x * f64.i64 r.n) (#wrap {x, n = 4, u = ()}) 1 case #wrap r -> (r.x, r.n)
entry o5 (x: f64): [3]f64 = map (\(#one a b: one) -> a + b) (vjp (\vs -> map fo vs) (map (\i -> #one x i) [1, 2, 3]) (replicate 3 (#one 1 0)))

-- Arrays of composites.
entry a1 [n] (xs: [n]f64): ([n]f64, [n]f64) = unzip (vjp (map ft) (zip xs (reverse xs)) (replicate n (1, 2)))
entry a2 [n] (xs: [n]f64): ([n]f64, [n]f64) = unzip (jvp (map ft) (zip xs (reverse xs)) (replicate n (1, 2)))
entry a3 [n] (xs: [n]f64): ([n]f64, [n]i32) = let d = vjp (\vs -> f64.sum (map (\v -> v.pair.0 * v.arr[1]) vs)) (map (\x -> {pair = (x, 1i32), flag = true, arr = [x, x + 1]}) xs) 1 in (map (\v -> v.arr[1]) d, map (.pair.1) d)
entry a4 [n] (xs: [n]f64): ([n]f64, f64) = vjp (\(xs, y) -> reduce (+) 0 (map (* y) xs)) (xs, 2) 1
entry a5 [n] (xs: [n]f64): [2][n]f64 = map (.0) (mjp (\(xs, y) -> (map (* y) xs, y)) (xs, 2) [(xs, 0), (reverse xs, 1)])
entry a6 [n] (xs: [n]f64): [n][n]f64 = (mjp2 (\r -> {ys = map (** 2) r.xs}) {xs = xs} (map (\i -> {ys = unit n i}) (iota n))).1 |> map (.xs)
entry a7 [n] (xs: [n]f64): [n][n]f64 = transpose (jmp (scan (*) 1) xs (map (unit n) (iota n)))
entry a8 [n] (xs: [n]f64): [n]f64 = (vjp (\ps -> reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) ps) (zip xs xs) (1, 1)) |> map (\(a, b) -> a + b)
entry a9 [n] (xs: [n]f64): [0]f64 = jmp f64.sum xs ([] : [0][n]f64)

-- Partial application.
def sq (x: f64): f64 = x * x * x
def grad = vjp sq
def grads = \(f: f64 -> f64) x -> vjp f x 1
entry p1 (x: f64): f64 = grad x 1
entry p2 [n] (xs: [n]f64): [n]f64 = map (vjp sq 2) xs
entry p3 [n] (xs: [n]f64): [n]f64 = map (grads sq) xs
entry p4 [n] (xs: [n]f64): [n]f64 = map2 (jvp sq) xs xs
entry p5 [n] (xs: [n]f64): [n]f64 = map2 grad xs xs
entry p6 (x: f64): f64 = x |> (vjp sq >-> (\g -> g 1))
entry p7 (x: f64): f64 = let d f x = jvp f x 1 in d (d (d (\x -> x ** 5))) x
entry p8 (x: f64): f64 = let d f x = vjp f x 1 in d (d (d (\x -> x ** 5))) x
entry p9 (x: f64): f64 = let d f = \x -> vjp f x 1 let e f = \x -> jvp f x 1 in d (e (d (\x -> f64.sin (x * x)))) x
entry p10 (x: f64): [2]f64 = map (\s -> x |> flip (vjp sq) s) [1, 2]
entry p11 [n] (xs: [n]f64): [n]f64 = map (flip (vjp sq) 1) xs
entry p12 (x: f64): [3]f64 = mjp sq x <| [1, 2, 3]

-- In maps, loops and branches.
entry m1 [n] (xs: [n]f64): [n][2]f64 = map (\x -> vjp (\v -> v[0] * v[1] * x) [x, 2 * x] 1) xs
entry m2 (x: f64): f64 = loop x for _i < 20 do x - (x * x - 2) / vjp (\x -> x * x - 2) x 1
entry m3 [n] (xs: [n]f64): [n]f64 = loop xs for _i < 3 do map2 (-) xs (map (* 0.1) (vjp (\v -> f64.sum (map (** 4) v)) xs 1))
entry m4 (x: f64): f64 = vjp (\x -> loop y = x for _i < 3 do y - 0.1 * vjp (\z -> z ** 3) y 1) x 1
entry m5 (x: f64): f64 = if x > 0 then jvp sq x 1 else vjp sq x 2
entry m6 [n] (xs: [n]f64): f64 = reduce (\a b -> jvp (\a -> a * b) a 1 + a) 0 xs
entry m7 [n] (xs: [n]f64): [n]f64 = vjp (\xs -> f64.sum (map (\x -> vjp (\y -> y * y * x) x 1) xs)) xs 1
entry m8 [n] (xs: [n]f64): [n][n]f64 = map (\i -> jvp (\x -> vjp (\x -> f64.product x) x 1) xs (unit n i)) (iota n)
entry m9 [n] (xs: [n]f64): [n][n]f64 = jmp (\x -> vjp (\x -> f64.product x) x 1) xs (map (unit n) (iota n))
entry m10 [n] (xs: [n]f64): [n][n]f64 = mjp (\x -> vjp (\x -> f64.product x) x 1) xs (map (unit n) (iota n))
entry m11 [n] (xs: [n]f64): [n][n]f64 = map (\v -> mjp (\x -> map (* x[0]) x) xs v |> map f64.sum) (replicate n (map (unit n) (iota n)))

-- Through functors.
module type fn = { type t val f: t -> t val at: f64 -> t val to: t -> f64 }
module deriv (m: fn) = {
  def df (x: m.t) (s: m.t): m.t = vjp m.f x s
  def ddf (x: m.t) (s: m.t): m.t = jvp (\x -> df x s) x s
}
module sq1 = { type t = {v: f64, w: (f64, f64)} def f (r: t): t = {v = r.v * r.w.0, w = (r.v, r.w.1 ** 3)} def at x: t = {v = x, w = (x, x)} def to (r: t) = r.v + 10 * r.w.0 + 100 * r.w.1 }
module d1 = deriv sq1
module sq2 : fn = { type t = f64 def f (x: f64) = x ** 3 def at (x: f64) = x def to (x: f64) = x }
module d2 = deriv sq2
entry f1 (x: f64): f64 = sq1.to (d1.df (sq1.at x) (sq1.at 1))
entry f2 (x: f64): f64 = sq1.to (d1.ddf (sq1.at x) (sq1.at 1))
entry f3 (x: f64): f64 = sq2.to (d2.ddf (sq2.at x) (sq2.at 1))

-- Custom rules with composites.
def cust (v: p): {s: f64, n: i32} = with_vjp (\v -> {s = v.a * v.b, n = 3i32}) (\r d -> {a = r.s * d.s, b = 7 * d.s}) v
entry c1 (x: f64): (f64, f64) = let d = vjp cust {a = x, b = 2} {s = 1, n = 0} in (d.a, d.b)
entry c2 (x: f64): (f64, i32) = let d = jvp cust {a = x, b = 2} {a = 1, b = 0} in (d.s, d.n)
def tape (x: f64): f64 = with_vjp_tape (\x -> let y = f64.exp x in ((x, [y, y], true), y * x)) (\((x, ys, _), d) -> (ys[0] * x + ys[1]) * d) x
entry c3 (x: f64): f64 = vjp tape x 1
entry c4 [n] (xs: [n]f64): [n]f64 = vjp (\xs -> map tape xs) xs (replicate n 1)
entry c5 (x: f64): f64 = jvp (\x -> vjp tape x 1) x 1
def custj (v: p): p = with_jvp (\v -> {a = v.a * v.b, b = v.a}) (\v d -> {a = v.a * d.a, b = 5 * d.b}) v
entry c6 (x: f64): (f64, f64) = let d = jvp custj {a = x, b = 2} {a = 1, b = 1} in (d.a, d.b)
entry c7 (x: f64): (f64, f64) = let d = vjp custj {a = x, b = 2} {a = 1, b = 1} in (d.a, d.b)
entry c8 (x: f64): [2]f64 = (mjp cust {a = x, b = 2} [{s = 1, n = 0}, {s = 2, n = 1}]) |> map (.a)
entry c9 (x: f64): [2]f64 = (jmp custj {a = x, b = 2} [{a = 1, b = 1}, {a = 2, b = 1}]) |> map (\d -> d.a + d.b)
