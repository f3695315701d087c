-- An ordinary differential equation of GradBench (an_ode of cmpad): y_0' = x_0, y_i' = x_i y_(i-1), from 0 at time 0 to time 2 by s steps of
-- Runge and Kutta's method of order four; the gradient is that of the last component.
def field [n] (x: [n]f64) (y: [n]f64): [n]f64 =
  tabulate n (\i -> if i == 0 then x[0] else x[i] * y[i - 1])

def solve [n] (x: [n]f64) (s: i64): [n]f64 =
  let h = 2 / f64.i64 s
  let on a y k = map2 (\y k -> y + a * k) y k
  in loop y = replicate n 0 for _i < s do
       let k1 = field x y
       let k2 = field x (on (h / 2) y k1)
       let k3 = field x (on (h / 2) y k2)
       let k4 = field x (on h y k3)
       in map5 (\y a b c d -> y + h / 6 * (a + 2 * b + 2 * c + d)) y k1 k2 k3 k4

entry primal [n] (x: [n]f64) (s: i64) = solve x s

entry gradient [n] (x: [n]f64) (s: i64) = vjp (\x -> last (solve x s)) x 1
