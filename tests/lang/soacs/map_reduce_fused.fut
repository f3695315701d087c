-- A reduction of a map, a map of a scan, a scan of a map, together.
-- ==
-- input { [1, 2, 3] } output { 14 [1, 5, 14] [2, 4, 7] 20 }
def main (xs: []i32) = (i32.sum (map (** 2) xs), scan (+) 0 (map (** 2) xs), map (+ 1) (scan (+) 0 xs), i32.sum (map (* 2) (scan (+) 0 xs)))
