-- ?[n] may name sizes of parameters, ascriptions and patterns; an index may be part of a size.
-- ==
-- entry: main
-- input { [1, 2] } output { [2, 4] 2i64 }
def twice (xs: ?[n].([n]i32, [n]i32)) = map2 (+) xs.0 xs.1
def zeros (ns: [2]i64): [ns[0]]i32 = replicate ns[0] 0
entry main (xs: []i32) =
  let ys: ?[k].[k]i32 = twice (xs, xs)
  let n = [length ys, 7]
  in (ys, length (zeros n : ?[k].[k]i32))
