-- reduce_by_index of many elements into few and into many places.
-- ==
-- input { 100000i64 3i64 } output { true }
-- input { 100000i64 70000i64 } output { true }
-- input { 10i64 1i64 } output { true }
def main (n: i64) (k: i64) =
  let is = map (\i -> i * 7919 % k) (iota n)
  let h = reduce_by_index (replicate k 0) (+) 0 is (iota n)
  let l = loop l = replicate k 0 for i < n do l with [is[i]] = l[is[i]] + i
  in and (map2 (==) h l)
