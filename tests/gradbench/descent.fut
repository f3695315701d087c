-- Minima by gradient descent, as particle and saddle of GradBench look for them.

def length [n] (x: [n]f64): f64 = f64.sqrt (f64.sum (map (\x -> x * x) x))

-- | Gradients of a function, by a direction for each component or in one sweep back.
def forward [n] (f: [n]f64 -> f64) (x: [n]f64): [n]f64 = tabulate n (\i -> jvp f x (tabulate n (\j -> if i == j then 1 else 0)))

def reverse [n] (f: [n]f64 -> f64) (x: [n]f64): [n]f64 = vjp f x 1

-- | The place to which descent from x leads; g is the gradient of f. Steps become longer after ten that succeed, shorter after one that
-- does not.
def argmin [n] (f: [n]f64 -> f64) (g: [n]f64 -> [n]f64) (x: [n]f64): [n]f64 =
  let (x, _, _, _, _, _) =
    loop (x, fx, gx, eta, i, more) = (x, f x, g x, 1e-5, 0i32, true) while more do
      if length gx <= 1e-5 then (x, fx, gx, eta, i, false)
      else if i == 10 then (x, fx, gx, 2 * eta, 0, true)
      else
        let next = map2 (\x g -> x - eta * g) x gx
        in if length (map2 (-) x next) <= 1e-5 then (x, fx, gx, eta, i, false)
           else let fnext = f next
                in if fnext < fx then (next, fnext, g next, eta, i + 1, true) else (x, fx, gx, eta / 2, 0, true)
  in x
