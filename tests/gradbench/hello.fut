-- The hello of GradBench: a square and its derivative.
def square (x: f64): f64 = x * x

entry primal = square

entry gradient (x: f64) = vjp square x 1
