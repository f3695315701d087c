-- Independent checks of derivatives, imported by the programs here.

-- | Numbers between -1 and 1 that look random.
def noise (n: i64) (seed: i64): [n]f64 =
  tabulate n (\i -> f64.sin (f64.i64 ((i * 7919 + seed * 104729 + 17) % 1000003)))

def dot [n] (a: [n]f64) (b: [n]f64): f64 = f64.sum (map2 (*) a b)

def unit (n: i64) (i: i64): [n]f64 = tabulate n (\j -> f64.bool (i == j))

-- | Not (x <= bound), so that nan is far.
def near (bound: f64) (x: f64): bool = x <= bound

def apart [n] (a: [n]f64) (b: [n]f64): f64 =
  let worse x y = if f64.isnan x || x > y then x else y
  in reduce worse 0 (map2 (\x y -> f64.abs (x - y) / (1 + f64.abs y)) a b)

-- | How far vjp is from jvp, by inner products, and jvp from central differences, at x in one direction.
def gaps [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64): (f64, f64) =
  let dx = noise n 1
  let dy = noise m 2
  let t = jvp f x dx
  let a = vjp f x dy
  let h = 1e-5
  let d = map2 (\p q -> (p - q) / (2 * h)) (f (map2 (\x d -> x + h * d) x dx)) (f (map2 (\x d -> x - h * d) x dx))
  in (f64.abs (dot dy t - dot a dx) / (1 + f64.sum (map2 (\p q -> f64.abs (p * q)) dy t)), apart t d)

-- | Both gaps are small.
def agree [n] [m] (f: [n]f64 -> [m]f64) (x: [n]f64): bool =
  let (inner, differences) = gaps f x in near 1e-11 inner && near 1e-6 differences
