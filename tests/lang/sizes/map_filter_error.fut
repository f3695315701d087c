-- A map whose function gives arrays of unknown size is refused.
-- ==
-- error: E0402
def main (xs: [][]i32) = map (\x -> filter (> 0) x) xs
