-- An operator that calls a recursive function: the passes over its Jacobian forgot the function.
def halves [k] (f: f64 -> f64 -> f64) (xs: [k]f64): f64 =
  if k == 0 then 0 else if k == 1 then xs[0] else f (halves f (take (k / 2) xs)) (halves f (drop (k / 2) xs))
entry f [n] (x: [n]f64) =
  scan (\s t -> let u = f64.cos (halves (*) x) in s + t - u * t * s) 0 (map f64.tanh x)
