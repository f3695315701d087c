-- copy, opaque and manifest give their argument back.
-- ==
-- input { [1, 2] } output { [1, 2] [1, 2] [1, 2] 3 }
def main (xs: []i32) = (copy xs, opaque xs, manifest xs, opaque (copy 3))
