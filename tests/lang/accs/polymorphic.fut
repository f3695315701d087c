-- Polymorphic functions that use a value of any type once take accumulators as well: the streams count the numbers below
-- each of their elements.
-- ==
-- entry: identity pipes flips curried composed loops swapped bound abstract
-- input { [3i64, 1, 4, -2] } output { [3i64, 2, 2, 1] }
-- input { empty([0]i64) } output { [0i64, 0, 0, 0] }

def count (f: *acc ([4]i64) -> i64 -> acc ([4]i64)) (is: []i64): [4]i64 =
  let as = intrinsics.hist_stream (replicate 4 0) (+) 0 f is
  let bs = reduce_by_index_stream (replicate 4 0) (\x y -> x - -y) 0 f is
  in assert (and (map2 (==) as bs)) as

def times '~a (n: i64) (f: i64 -> a -> a) (x: a): a = loop x for i < n do f i x
def swap '~a '~b ((x, y): (a, b)): (b, a) = (y, x)
def choose '^a '~b (c: bool) (f: a -> b) (g: a -> b) (x: a): b = if c then f x else g x
def one (i: i64) (acc: *acc ([4]i64)): *acc ([4]i64) = write acc i 1

entry identity (is: []i64) = count (\acc i -> times i (\j acc -> let (acc, _) = id (write (id acc) j 1, j) in acc) acc) is

entry pipes (is: []i64) = count (\acc i -> acc |> times i (\j acc -> one j <| acc) |> id) is

entry flips (is: []i64) = count (flip (\i -> times i (\j acc -> acc |> flip (flip write j) 1))) is

entry curried (is: []i64) = count (curry (\(acc, i) -> times i (flip (uncurry (\acc j -> write acc j 1) |> curry)) acc)) is

entry composed (is: []i64) = count (\acc i -> times i (\j -> id >-> one j >-> choose (j > 1) id (\acc -> acc)) acc) is

entry loops (is: []i64) =
  let run 'c '~b (f: c -> b -> b) (cs: []c) (x: b): b = loop x for c in cs do f c x
  in count (\acc i -> run one (iota (i64.max 0 i)) acc) is

entry swapped (is: []i64) = count (\acc i -> let (i, acc) = swap (swap (swap (acc, i))) in times i one acc) is

entry bound (is: []i64) = let wr = write in count (\acc i -> times i (\j acc -> wr acc j 1) acc) is

module uses: {val once '~a: (a -> a) -> a -> a} = {def once '^a (f: a -> a) (x: a): a = f x}
module counting: {type~ t val up: (t -> t) -> *t -> t} with t = acc ([4]i64) = {type~ t = acc ([4]i64) def up '~a (f: a -> a) (x: *a): a = f x}
entry abstract (is: []i64) = count (\acc i -> times i (\j acc -> counting.up (uses.once (one j)) acc) acc) is
