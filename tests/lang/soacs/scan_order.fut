-- scan keeps the order of its operands, on long arrays too.
-- ==
-- input { 5000i64 } output { true }
-- input { 1i64 } output { true }
-- input { 0i64 } output { true }
def affine (a: i64, b: i64) (c: i64, d: i64): (i64, i64) = (a * c, b * c + d)
def main (n: i64) =
  let fs = map (\i -> (i % 3 - 1, i)) (iota n)
  let (as, bs) = unzip (scan affine (1, 0) fs)
  let (cs, ds, _) = loop (cs, ds, acc) = (replicate n 0, replicate n 0, (1, 0)) for i < n do
    let acc = affine acc fs[i]
    in (cs with [i] = acc.0, ds with [i] = acc.1, acc)
  in and (map2 (==) as cs) && and (map2 (==) bs ds)
