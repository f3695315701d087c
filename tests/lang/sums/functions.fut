-- Functions may stand in the payload of a constructor, beside constructors without: it is known which one made a sum.
-- ==
-- entry: all
-- input { 1.5 } output { [27676.0, 38872.5] }

-- ==
-- entry: options made derived
-- input { 1.5 } output { 4.0 }
type^ t = #f (f64 -> f64) i32 | #g f64 | #h {a: f64 -> f64, b: (i32, f64)} | #i (#x (f64 -> f64) | #y)

def ap (s: t) (x: f64): f64 =
  match s
  case #f h 1 -> h x
  case #f h _ -> h (h x)
  case #g y -> y * x
  case #h {a, b = (2, z)} -> a z
  case #h r -> r.a r.b.1
  case #i (#x k) -> k x
  case #i #y -> 7

entry all (x: f64) =
  map (\y ->
    ap (#f (* y) 1) x + 10 * ap (#f (* y) 2) x + 100 * ap (#g y) x + 1000 * ap (#h {a = (+ y), b = (2, x)}) 1
    + 10000 * ap (#h {a = (+ y), b = (3, x)}) 1 + ap (#i (#x (+ x))) 1 + ap (#i #y) x) [1, 2]

type^ opt '^a = #some a | #none
def maybe (o: opt (f64 -> f64)) (x: f64) = match o case #some f -> f x case #none -> x
entry options (x: f64) = maybe #none x + maybe (#some (+ 1)) x

def make (x: f64): t = #g x
entry made (x: f64) = ap (make 4) 1 * x / x

entry derived (x: f64) =
  let f (s: f64 -> t) (x: f64) = ap (s x) x
  in vjp (f (\x -> #g x)) x 1 + jvp (f (\x -> #f (\y -> y * x) 1)) x 1 - 2
