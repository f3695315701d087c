-- A loop in a map whose bound differs between elements, with an array as its state.
-- ==
-- input { [0i64, 1i64, 3i64] } output { [[1, 1], [2, 1], [5, 3]] }
def main (ks: []i64) = map (\k -> loop a = [1, 1] for _i < k do [a[0] + a[1], a[0]]) ks
