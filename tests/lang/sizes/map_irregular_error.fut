-- A map whose function gives arrays of a size that depends on the element is refused.
-- ==
-- error: E0402
def main (xs: []i64) = map (\x -> iota x) xs
