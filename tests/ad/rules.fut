-- Right rules of the user's own change nothing: with them first derivatives agree with differences in every construct, and
-- second ones with those of the plain function, also through tapes.
-- ==
-- entry: mapped reduced scanned scanned_vjp buckets in_place while_loop arrays gradient seeds_back seeds_forward whole stripmined derivatives
-- input { 4i64 } output { true }
-- entry: second_vjp second_mixed second_loop second_tape
-- input { 3i64 } output { true }
import "gaps"

def sq = with_vjp (\(x: f64) -> x * x) (\r a -> a * 2 * f64.sqrt r)
def cub (x: f64) = with_vjp_tape (\x -> ((x, x * x), x * x * x)) (\((_, s), a) -> 3 * s * a) x
def mulj (x: f64, y: f64) = with_jvp (\(x, y) -> x * y) (\(x, y) (dx, dy) -> x * dy + y * dx) (x, y)
def dotc [n] (a: [n]f64, b: [n]f64) = with_vjp_tape (\(a, b) -> ((a, b), f64.sum (map2 (*) a b))) (\((a, b), s) -> (map (* s) b, map (* s) a)) (a, b)
def pos [n] (seed: i64) : [n]f64 = map (\v -> 0.5 + f64.abs v) (noise n seed)

entry mapped (n: i64): bool =
  agree (\(x: [n]f64) -> map sq x) (pos 1)

entry reduced (n: i64): bool =
  agree (\(x: [n]f64) -> [reduce (\a b -> mulj (a, b)) 1 x, reduce (\a b -> f64.sqrt (sq (a * b))) 1 x]) (pos 1)

entry scanned (n: i64): bool =
  agree (\(x: [n]f64) -> scan (\a b -> mulj (a, b)) 1 (map cub x)) (pos 1)

entry scanned_vjp (n: i64): bool =
  agree (\(x: [n]f64) -> scan (\a b -> f64.sqrt (sq (a * b))) 1 x) (pos 1)

entry buckets (n: i64): bool =
  agree (\(x: [n]f64) -> hist (\a b -> mulj (a, b)) 1 2 (map (% 2) (iota n)) x) (pos 1)

entry in_place (n: i64): bool =
  agree (\(x: [n]f64) -> loop y = copy x for i < n do y with [i] = cub y[(i + 1) % n] * 0.5 + sq y[i]) (pos 1)

entry while_loop (n: i64): bool =
  agree (\(x: [n]f64) -> (loop (y, k) = (x, 0i32) while y[0] < 20 && k < 5 do (map (\v -> sq v + mulj (v, y[0])) y, k + 1)).0) (pos 1)

entry arrays (n: i64): bool =
  agree (\(x: [n]f64) -> [dotc (x, map sq x), dotc (reverse x, x)]) (pos 1)

entry gradient (n: i64): bool =
  agree (\(x: [n]f64) -> vjp (\y -> dotc (map cub y, x)) x 1) (pos 1)

entry seeds_back (n: i64): bool =
  agree (\(x: [n]f64) -> flatten (mjp (map cub) x [x, reverse x])) (pos 1)

entry seeds_forward (n: i64): bool =
  agree (\(x: [n]f64) -> flatten (jmp (map (\v -> mulj (v, sq v))) x [x, reverse x])) (pos 1)

entry whole (n: i64): bool =
  agree (\(x: [n]f64) -> with_vjp (\y -> map cub y) (\_ a -> map2 (\a x -> a * 3 * sq x) a x) x) (pos 1)

entry stripmined (n: i64): bool =
  agree (\(x: [n]f64) -> #[stripmine(2)] loop y = x for i < 5i64 do map2 (\v w -> f64.sqrt (sq v) * 0.5 + cub w * 0.1) y x) (pos 1)

entry derivatives (n: i64): bool =
  agree (\(x: [n]f64) -> map (\v -> jvp (\w -> cub w * sq v) v 1 + vjp (\w -> mulj (w, sq w)) v 1) x) (pos 1)

def cube = with_vjp (\(x: f64) -> x * x * x) (\r a -> let c = f64.cbrt r in a * 3 * c * c)
def by_square (x: f64, y: f64) = with_jvp (\(x, y) -> x * y * y) (\(x, y) (dx, dy) -> y * y * dx + 2 * x * y * dy) (x, y)

-- | The second derivatives of f, in all four ways and with several seeds, are those of g, which has no rules.
def four [n] (f: [n]f64 -> f64) (g: [n]f64 -> f64) (x: [n]f64) : bool =
  let e = map (unit n) (iota n)
  let t = map (\i -> jvp (\x -> vjp g x 1) x i) e
  let a = map (\i -> jvp (\x -> vjp f x 1) x i) e
  let b = map (\i -> vjp (\x -> vjp f x 1) x i) e
  let c = map (\i -> vjp (\x -> jvp f x i) x 1) e
  let d = map (\i -> map (\j -> jvp (\x -> jvp f x i) x j) e) e
  let m = mjp (\x -> vjp f x 1) x e
  let k = jmp (\x -> vjp f x 1) x e
  let cl p = near 1e-9 (apart (flatten p) (flatten t))
  in cl a && cl b && cl c && cl d && cl m && cl k

entry second_vjp (n: i64): bool =
  four (\(x: [n]f64) -> f64.sum (map cube x) * x[0]) (\x -> f64.sum (map (** 3) x) * x[0]) (pos 1)

entry second_mixed (n: i64): bool =
  four (\(x: [n]f64) -> f64.sum (map2 (\a b -> by_square (a, cube b)) x (reverse x))) (\x -> f64.sum (map2 (\a b -> a * b ** 6) x (reverse x))) (pos 1)

entry second_loop (n: i64): bool =
  four (\(x: [n]f64) -> loop s = 1 for v in x do by_square (s, v) + cube v) (\x -> loop s = 1 for v in x do s * v * v + v ** 3) (pos 1)

entry second_tape (n: i64): bool =
  four (\(x: [n]f64) -> dotc (map cub x, x)) (\x -> f64.sum (map (** 4) x)) (pos 1)
