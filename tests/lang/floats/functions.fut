-- The functions of f64 at points where their values are known.
-- ==
-- input { 0.0 1.0 4.0 } output { 1f64 0f64 2f64 0f64 0.8414709848078965f64 1f64 0.7853981633974483f64 0f64 2.718281828459045f64 16f64 }
def main (z: f64) (o: f64) (f: f64) =
  (f64.exp z, f64.log o, f64.sqrt f, f64.sin z, f64.sin o, f64.cos z, f64.atan o, f64.tanh z, f64.exp o, f ** 2)
