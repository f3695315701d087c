def squash (x: f64) = 1 / (1 + f64.exp (-x))
