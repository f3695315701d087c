-- A while loop with a flag finds the first element that fits.
-- ==
-- input { [1, 3, 4, 5] } output { 2i64 }
-- input { [1, 3, 5] } output { -1i64 }
def main [n] (xs: [n]i32) = let (i, found) = loop (i, found) = (0, false) while i < n && !found do if xs[i] % 2 == 0 then (i, true) else (i + 1, false) in if found then i else -1
