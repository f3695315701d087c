-- f16: arithmetic and arrays.
-- ==
-- input { [1.5f16, 2.5f16] } output { [3.0f16, 5.0f16] 4.0f16 2048f16 }
def main (xs: []f16) = (map (* 2) xs, f16.sum xs, 2048f16 + 0.5)
