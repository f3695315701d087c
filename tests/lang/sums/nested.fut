-- Sums in sums, in records and in tuples, and rows of payloads in arrays of sums.
type inner = #l i32 | #r f64
type outer = #one inner | #two {a: inner, b: (i32, inner)} | #rows [2]i32
-- ==
-- input { [1, 2, 3] } output { [1, 12, 6] true false }
def value (i: inner) = match i case #l x -> x case #r y -> i32.f64 y
def main (xs: []i32) =
  let os: []outer = map (\x -> if x == 1 then #one (#l x) else if x == 2 then #two {a = #r 2, b = (8, #l x)} else #rows [x, x]) xs
  let f (o: outer) = match o
    case #one (#l x) -> x
    case #one (#r _) -> 0
    case #two {a, b = (k, i)} -> value a + k + value i
    case #rows ys -> i32.sum ys
  in (map f os, os[0] == #one (#l 1), os[2] == #rows [3, 4])
