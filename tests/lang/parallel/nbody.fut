-- All pairs of an array: forces that depend on every other element.
-- ==
-- input { [0.0, 1.0, 3.0] } output { [1.1111111111111112, -0.75, -0.3611111111111111] }
def main (xs: []f64) = map (\x -> f64.sum (map (\y -> if x == y then 0 else f64.sgn (y - x) / (y - x) ** 2) xs)) xs
