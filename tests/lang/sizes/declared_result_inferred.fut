-- Anonymous sizes of a declared result are what the body has: here the same for both arrays, or the argument's.
-- ==
-- entry: main
-- input { [2i64, 0i64, 3i64] } output { [0i64, 1i64, 0i64, 1i64, 2i64] [0i64, 0i64, 2i64, 2i64, 2i64] }
-- entry: argument
-- input { 3i64 } output { [0i64, 2i64, 4i64] }
def spread (counts: []i64) : ([]i64, []i64) =
  let ends = scan (+) 0 counts
  let size = if null counts then 0 else last ends
  let owner = map (\i -> i64.sum (map (\e -> i64.bool (e <= i)) ends)) (iota size)
  let inside = map2 (\i o -> i - (if o == 0 then 0 else ends[o - 1])) (iota size) owner
  in (inside, owner)

def count (n: i64) : []i64 = iota n

entry main (counts: []i64) =
  let (inside, owner) = spread counts
  let pairs = zip inside owner
  in unzip pairs

entry argument (n: i64) = map2 (+) (count n) (iota n)

-- ==
-- entry: state
-- input { 2i64 } output { [2i64, 4i64] [1i64, 4i64] }
type~ state = {round: i64, xs: []i64, ys: []i64}
def start (n: i64): state = {round = 0, xs = iota n, ys = map (* 2) (iota n)}
def step (s: state): state = s with xs = map (+ 1) s.xs with round = s.round + 1
def twice '~a (f: a -> a) (x: a): a = f (f x)

entry state (n: i64) =
  let s = twice step (start n)
  in (map2 (+) s.xs (iota n), map2 (\y i -> y + i + 1) s.ys (iota n))
