-- Methods that take derivatives inside of loops find what they look for: optimisers, a sampler, implicit functions.
-- ==
-- entry: fit_curve
-- input { 30i64 } output { true }
-- entry: minimise
-- input { 5i64 } output { true true }
-- entry: sample
-- input { 50i64 } output { true true }
-- entry: implicit
-- input { 0.9 } output { true true true }
-- entry: colours
-- input { 9i64 } output { true true }
import "gaps"

def grad f x = vjp f x 1f64
def axpy [n] (k: f64) (x: [n]f64) (y: [n]f64) = map2 (\x y -> k * x + y) x y
def eye (n: i64): [n][n]f64 = map (unit n) (iota n)

def solve [n] (A: [n][n]f64) (b: [n]f64): [n]f64 =
  (loop (A, b) = (A, b) for i < n do
     let row = map (/ A[i, i]) A[i]
     let x = b[i] / A[i, i]
     in ( tabulate n \k -> if k == i then row else axpy (-A[k, i]) row A[k]
        , tabulate n \k -> if k == i then x else b[k] - A[k, i] * x)).1

-- Levenberg and Marquardt: the Jacobian by vector mode.
entry fit_curve (steps: i64) =
  let ts = map (\i -> f64.i64 i / 10) (iota 40)
  let curve (p: [3]f64) = map (\t -> p[0] * f64.exp (-p[1] * t) + p[2]) ts
  let ys = curve [2.5, 1.3, 0.5]
  let residuals p = map2 (-) (curve p) ys
  let (p, _) = loop (p, l) = ([1, 1, 0], 1e-2) for _i < steps do
    let (r, J) = jmp2 residuals p (eye 3)
    let normal = map2 (\i a -> map2 (\j b -> dot a b * (if i == j then 1 + l else 1)) (iota 3) J) (iota 3) J
    let q = map2 (-) p (solve normal (map (dot r) J))
    let r' = residuals q
    in if dot r' r' < dot r r then (q, l / 3) else (p, 2 * l)
  in near 1e-9 (apart p [2.5, 1.3, 0.5])

def rosenbrock [n] (x: [n]f64) =
  f64.sum (map (\i -> 100 * (x[i + 1] - x[i] ** 2) ** 2 + (1 - x[i]) ** 2) (iota (n - 1)))

def search [n] (f: [n]f64 -> f64) (x: [n]f64) (g: [n]f64) (d: [n]f64) =
  loop a = 1 while a > 1e-12 && f (axpy a d x) > f x + 1e-4 * a * dot g d do a / 2

-- Newton with conjugate gradients: products with the Hessian, never the Hessian.
def newton [n] (f: [n]f64 -> f64) (x: [n]f64) =
  loop x for _i < 40 do
    let g = grad f x
    let (d, _, _) = loop (d, r, p) = (map (const 0) x, map f64.neg g, map f64.neg g) for _j < 2 * n do
      let hp = jvp (grad f) x p
      let c = dot p hp
      in if c <= 1e-14 || dot r r < 1e-20 then (d, r, p) else
         let a = dot r r / c
         let s = axpy (-a) hp r
         in (axpy a p d, s, axpy (dot s s / dot r r) p s)
    in axpy (search f x g d) d x

-- Limited memory: the last pairs in a ring.
def lbfgs [n] (f: [n]f64 -> f64) (x: [n]f64) =
  let m = 5i64
  let none = replicate m (replicate n 0)
  in (loop (x, S, Y, k) = (x, none, copy none, 0) for _i < 150 do
        let g = grad f x
        let last = i64.min m k
        let (q, as) = loop (q, as) = (g, replicate m 0) for j < last do
          let i = (k - 1 - j) % m
          let a = dot S[i] q / dot Y[i] S[i]
          in (axpy (-a) Y[i] q, as with [i] = a)
        let scale = if k == 0 then 1e-3 else let i = (k - 1) % m in dot S[i] Y[i] / dot Y[i] Y[i]
        let d = loop d = map (* scale) q for j < last do
          let i = (k - last + j) % m
          in axpy (as[i] - dot Y[i] d / dot Y[i] S[i]) S[i] d
        let x' = axpy (-(search f x g (map f64.neg d))) d x
        let (s, y) = (map2 (-) x' x, map2 (-) (grad f x') g)
        in if dot s y > 1e-14 then (x', S with [k % m] = s, Y with [k % m] = y, k + 1) else (x', S, Y, k)).0

entry minimise (n: i64) =
  let x = replicate n (-1.2)
  let good x = near 1e-6 (apart x (replicate n 1))
  in (good (newton rosenbrock x), good (lbfgs rosenbrock x))

-- Hamiltonian Monte Carlo: leapfrog steps keep the energy, and its derivative by the step size is one of second order.
entry sample (n: i64) =
  let logp (x: [2]f64) = -(x[0] ** 2) / 8 - 2 * (x[1] - x[0] ** 2 / 4) ** 2
  let leap eps (q, p) =
    let p = axpy (eps / 2) (grad logp q) p
    let q = axpy eps p q
    in (q, axpy (eps / 2) (grad logp q) p)
  let energy (q, p) = dot p p / 2 - logp q
  let start = ([1, 0.3], [0.2, -0.7])
  let ends eps = energy (loop s = start for _i < n do leap eps s)
  let e = 1e-6
  in ( f64.abs (ends 0.01 - energy start) < 1e-3
     , near 1e-5 (apart [vjp ends 0.1 1] [(ends (0.1 + e) - ends (0.1 - e)) / (2 * e)]))

-- A fixed point by the implicit function theorem against one through its iterations; likewise a linear system.
entry implicit (a: f64) =
  let iterate a = loop x = 0.5 while f64.abs (x - f64.cos (a * x)) > 1e-14 do f64.cos (a * x)
  let fixed a = (with_vjp (\a -> (iterate a, a))
                          (\(x, a) (x', _) -> let s = f64.sin (a * x) in -x' * x * s / (1 + a * s))
                          a).0
  let solved [n] (A: [n][n]f64) (b: [n]f64) =
    (with_vjp (\(A, b) -> (solve A b, A))
              (\(x, A) (x', _) -> let l = solve (transpose A) x' in (map (\k -> map (* (-k)) x) l, l))
              (A, b)).0
  let A = [[4, 1, a], [1, 3, 0.2], [a, 0.7, 5]]
  let by f = vjp (\(A, b) -> f64.sum (map (** 2) (f A b))) (A, [1, 2, 3]) 1
  let (A1, b1) = by solved
  let (A2, b2) = by solve
  in (near 1e-9 (apart [vjp fixed a 1] [vjp iterate a 1]), near 1e-12 (apart (flatten A1) (flatten A2)), near 1e-12 (apart b1 b2))

-- A Jacobian of three diagonals from three seeds.
entry colours (n: i64) =
  let heat (u: [n]f64) = tabulate n \i -> u[i] + (if i == 0 || i == n - 1 then 0 else 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1])) + 0.01 * u[i] ** 3
  let u = noise n 5
  let ys = jmp heat u (tabulate_2d 3 n \c i -> f64.bool (i % 3 == c))
  let sparse = tabulate_2d n n \i j -> if i64.abs (i - j) > 1 then 0 else ys[j % 3, i]
  in (near 1e-15 (apart (flatten sparse) (flatten (transpose (jmp heat u (eye n))))), near 1e-15 (apart (flatten sparse) (flatten (mjp heat u (eye n)))))
