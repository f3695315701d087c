import "vec"
local import "sub/util"

-- | Parameters of the model.
type params [k] = {w: [k]f64, b: f64}

def predict [k] (p: params [k]) (x: [k]f64) = vecf64.dot p.w x + p.b |> squash

def loss [n] [k] (xs: [n][k]f64) (ys: [n]f64) (p: params [k]) =
  f64.sum (map2 (\x y -> (predict p x - y) ** 2) xs ys) / f64.i64 n
