-- Functions at the ends of the range: subnormal numbers, results close to overflow, powers of ten.
-- ==
-- entry: logs
-- input { [5e-324, 1e-310, 1000.0, 1e22] } output { [-744.4400719213812, -713.8013788281542, 6.907755278982137, 50.65687204586901] [-323.3062153431158, -310.0, 3.0, 22.0] }
-- entry: exps
-- input { [709.7, -740.0, 1.0] } output { [1.6549840276802644e308, 4.2e-322, 2.718281828459045] [8.274920138401322e307, -f64.inf, 1.1752011936438014] }
entry logs (xs: []f64) = (map f64.log xs, map f64.log10 xs)
entry exps (xs: []f64) = (map f64.exp xs, map f64.sinh xs)
