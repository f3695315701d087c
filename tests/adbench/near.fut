-- What the four problems share: directions, differences, comparisons.

open import "../ad/gaps"

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
