-- What the four problems share: directions, differences, comparisons.

-- | Numbers between -1 and 1 that look random.
def noise (n: i64) (seed: i64): [n]f64 =
  tabulate n (\i -> f64.sin (f64.i64 ((i * 7919 + seed * 104729 + 17) % 1000003)))

def dot [n] (a: [n]f64) (b: [n]f64): f64 = f64.sum (map2 (*) a b)

def unit (n: i64) (i: i64): [n]f64 = tabulate n (\j -> f64.bool (i == j))

def step [n] (h: f64) (x: [n]f64) (d: [n]f64): [n]f64 = map2 (\x d -> x + h * d) x d

-- | The derivative at 0 by central differences with two steps.
def slope (f: f64 -> f64): f64 =
  let d h = (f h - f (-h)) / (2 * h)
  in (4 * d 5e-5 - d 1e-4) / 3

-- | How far two numbers are apart; nan is far.
def apart (a: f64) (b: f64): f64 =
  let d = f64.abs (a - b) / (1 + f64.abs b) in if f64.isnan d then f64.inf else d

-- | How far two matrices are apart, relative to the largest element.
def gap [n] [m] (a: [n][m]f64) (b: [n][m]f64): f64 =
  let scale = 1 + f64.maximum (map f64.abs (flatten a))
  let far x y = let d = f64.abs (x - y) / scale in if f64.isnan d then f64.inf else d
  in f64.maximum (map2 far (flatten a) (flatten b))
