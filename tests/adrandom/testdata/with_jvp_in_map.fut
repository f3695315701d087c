-- A function with a tangent of its own in a map, a loop and an operator: forward mode gave 0.
def sine (x: f64): f64 = with_jvp f64.sin (\x dx -> dx * f64.cos x) x
entry f [n] (y: [n]f64) (a: f64) =
  (map sine y, loop s = a for x in y do sine (s + x), (scan (\(p, q) (r, s) -> (p * r, sine 0 + q * r + s)) (1, 0) (map (\x -> (x, sine x)) y)))
