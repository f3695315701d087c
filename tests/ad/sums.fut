-- Derivatives by and of sums with several constructors: which constructor a value has is constant, the payload is not.
-- ==
-- entry: numbers arrays nested both inArrays seconds unlike
-- input { [2.0, 3.0, 1.5] } output { true }
-- input { [0.5, 2.0, 0.25] } output { true }
-- input { [-1.0, 0.5, -2.0] } output { true }

-- ==
-- entry: gradients
-- input { [2.0, 0.5, -1.0] } output { [[1.0, 12.0, 0.0], [2.0, 1.5, 0.5], [0.0, 0.0, 0.0]] }

-- ==
-- entry: rows
-- input { 1.0 } output { [2.0, 4.0, 6.0] 0.0 }
-- input { -1.0 } output { [0.0, 0.0, 0.0] 3.0 }

-- ==
-- entry: otherSeed
-- input { 2.0 } error: another constructor
-- input { -1.0 } output { [0.0, 0.0, 0.0] }
import "gaps"

type shape = #circle f64 | #rect f64 f64 | #none
def mk (x: f64): shape = if x > 1 then #circle x else if x > 0 then #rect x (x + 1) else #none
def area (s: shape): f64 = match s case #circle r -> 3 * r * r case #rect a b -> a * b case #none -> 0
def grow (s: shape): shape = match s case #circle r -> #rect r (r * r) case #rect a b -> #circle (a * b) case #none -> #none
def show (s: shape): [3]f64 = match s case #circle r -> [1, r, 0] case #rect a b -> [2, a, b] case #none -> [0, 0, 0]

-- A shape like s with other numbers, and the numbers of one.
def fill (s: shape) (x: [2]f64): shape = match s case #circle _ -> #circle x[0] case #rect _ _ -> #rect x[0] x[1] case #none -> #none
def take2 (s: shape): [2]f64 = match s case #circle r -> [r, 0] case #rect a b -> [a, b] case #none -> [0, 0]

-- The derivative by a sum is that by its numbers.
entry numbers (xs: [3]f64) =
  let s = mk xs[0]
  let x = take2 s
  let f (x: [2]f64): [2]f64 = take2 (grow (fill s x))
  let dx = noise 2 3
  let dy = noise 2 4
  in agree f x
     && near 1e-12 (apart (take2 (jvp grow s (fill s dx))) (jvp f x dx))
     && near 1e-12 (apart (take2 (vjp grow s (fill (grow s) dy))) (vjp f x dy))

entry arrays (xs: [3]f64) =
  let ss = map mk xs
  let f (x: [3][2]f64): [3][2]f64 = map take2 (map grow (map2 fill ss x))
  let x = map take2 ss
  let dys = tabulate 2 (\k -> tabulate 3 (\i -> noise 2 (k * 3 + i)))
  let some = map (map2 fill (map grow ss)) dys
  let sums = map (map take2) (mjp (map grow) ss some)
  let tangents = map (map take2) (jmp (map grow) ss (map (map2 fill ss) dys))
  in near 1e-12 (apart (flatten_3d sums) (flatten_3d (mjp f x dys))) && near 1e-12 (apart (flatten_3d tangents) (flatten_3d (jmp f x dys)))
     && and (map2 (\s d -> take2 s == [0, 0] || (show s)[0] == (show d)[0]) ss (vjp (\ss -> f64.sum (map area ss)) ss 1))

-- Sums in records in sums.
type deep = {s: shape, t: #a shape | #b {u: shape, k: i32}, v: f64}
def mkDeep (xs: [3]f64): deep = {s = mk xs[0], t = if xs[1] > 1 then #a (mk xs[2]) else #b {u = mk (xs[2] + 1), k = 3}, v = xs[1]}
def value (d: deep): f64 = area d.s * d.v + (match d.t case #a s -> 2 * area s case #b r -> area r.u * f64.i32 r.k)
def scaled (c: f64) (s: shape): shape = match s case #circle r -> #circle (r * c) case #rect a b -> #rect (a * c) (b * c) case #none -> #none

entry nested (xs: [3]f64) =
  let d = vjp value (mkDeep xs) 1
  let by (x: f64) = value (mkDeep xs with s = scaled x (mk xs[0]))
  let inner = match (d.t, (mkDeep xs).t)
    case (#a s, #a t) -> dot (take2 s) (take2 t)
    case (#b s, #b t) -> dot (take2 s.u) (take2 t.u)
    case _ -> f64.nan
  let want = match (mkDeep xs).t case #a s -> 4 * area s case #b r -> 6 * area r.u
  in near 1e-12 (f64.abs (dot (take2 d.s) (take2 (mk xs[0])) - vjp by 1 1)) && near 1e-12 (f64.abs (inner - want)) && d.v == area (mk xs[0])

entry both (xs: [3]f64) =
  let s = mk xs[0]
  let (y, d) = jvp2 grow s s
  let (z, e) = vjp2 grow s (grow s)
  in show y == show (grow s) && show z == show (grow s) && (show d)[0] == (show y)[0]
     && near 1e-12 (f64.abs (dot (take2 d) (take2 y) - dot (take2 e) (take2 s)))

-- Through loops, reductions and scans that carry sums.
entry inArrays (xs: [3]f64) =
  let f (xs: [3]f64): [3]f64 =
    let ss = map mk xs
    let s = loop s = ss[0] for i < 3 do if i % 2 == 0 then grow s else scaled 0.5 s
    let more s t = if area s >= area t then s else t
    in [area s, area (reduce more #none ss), area (last (scan more #none (map grow ss)))]
  in agree f xs

entry seconds (xs: [3]f64) =
  let s = mk xs[0]
  let f (x: [2]f64): [2]f64 = take2 (vjp (\s -> let a = area (grow s) in a * a) (fill s x) 1)
  in agree f (take2 s)

-- A polymorphic function takes derivatives by whatever it is given.
def gradient 'a (f: a -> f64) (x: a): a = vjp f x 1
entry unlike (xs: [3]f64) = show (gradient area (mk xs[0])) == show (vjp area (mk xs[0]) 1)

entry gradients (xs: [3]f64) = map (\x -> show (vjp area (mk x) 1)) xs

-- Payloads of different sizes.
type either = #many [3]f64 | #one f64
entry rows (x: f64) =
  let e: either = if x > 0 then #many [1, 2, 3] else #one 1.5
  let f (e: either): f64 = match e case #many xs -> f64.sum (map (\x -> x * x) xs) case #one x -> x * x
  in match vjp f e 1 case #many xs -> (copy xs, 0) case #one x -> ([0, 0, 0], x)

entry otherSeed (x: f64) = show (jvp grow (mk x) #none)
