-- Hessian times a vector of a network with one hidden layer: mean of (tanh (x W) v - y)^2; the primal is the gradient's squared length
type net [d] [h] = { w: [h][d]f64, v: [h]f64 }
def loss [n][d][h] (xs: [n][d]f64) (ys: [n]f64) (p: net [d] [h]) =
  let f x = f64.sum (map2 (\r v -> v * f64.tanh (f64.sum (map2 (*) r x))) p.w p.v)
  in f64.sum (map2 (\x y -> (f x - y) ** 2) xs ys) / f64.i64 n
def grad [n][d][h] (xs: [n][d]f64) (ys: [n]f64) (w: [h][d]f64, v: [h]f64) = vjp (\(w, v) -> loss xs ys { w, v }) (w, v) 1
def squared [n][d][h] (xs: [n][d]f64) (ys: [n]f64) (p: ([h][d]f64, [h]f64)) =
  let (w, v) = grad xs ys p
  in f64.sum (flatten (map (map (** 2)) w)) + f64.sum (map (** 2) v)
-- half the gradient of the squared length is the Hessian times the gradient
entry primal_forward [n][d][h] (w: [h][d]f64) (v: [h]f64) (xs: [n][d]f64) (ys: [n]f64) = squared xs ys (w, v)
entry grad_forward [n][d][h] (w: [h][d]f64) (v: [h]f64) (xs: [n][d]f64) (ys: [n]f64) = jvp (grad xs ys) (w, v) (grad xs ys (w, v))
entry grad_reverse [n][d][h] (w: [h][d]f64) (v: [h]f64) (xs: [n][d]f64) (ys: [n]f64) = vjp (squared xs ys) (w, v) 0.5
