-- Sums as elements of reduce, scan and reduce_by_index: the first element that is there.
-- ==
-- input { [-1, 3, -2, 5] } output { 3 [0, 3, 3, 3] [3, 5, 0] }
-- input { [-1] } output { 0 [0] [0, 0, 0] }
-- input { empty([0]i32) } output { 0 empty([0]i32) [0, 0, 0] }
type opt = #some i32 | #none
def first (a: opt) (b: opt): opt = match a case #some _ -> a case #none -> b
def or0 (a: opt) = match a case #some x -> x case #none -> 0
def main (xs: []i32) =
  let os: []opt = map (\x -> if x > 0 then #some x else #none) xs
  let dest: *[3]opt = replicate 3 #none
  in (or0 (reduce first #none os), map or0 (scan first #none os),
      map or0 (reduce_by_index dest first #none (map (\i -> i / 2) (indices xs)) os))
