-- The ways that an accumulator may go: functions, loops, branches, tuples, records, abstract types. Every stream counts
-- the numbers below each of its elements, in parallel and in a loop.
-- ==
-- entry: loops whiles branches matches records modules functions names shadows
-- input { [3i64, 1, 4, -2] } output { [3i64, 2, 2, 1] }
-- input { empty([0]i64) } output { [0i64, 0, 0, 0] }

type~ counts = acc ([4]i64)

-- An operator that is no plain sum makes a loop of the stream.
def count (f: *counts -> i64 -> counts) (is: []i64): [4]i64 =
  let as = reduce_by_index_stream (replicate 4 0) (+) 0 f is
  let bs = reduce_by_index_stream (replicate 4 0) (\x y -> x - -y) 0 f is
  in assert (and (map2 (==) as bs)) as

def add (acc: *counts) (j: i64): *counts = write acc j 1

entry loops (is: []i64) = count (\acc i -> loop acc for j < i do write acc j 1) is

entry whiles (is: []i64) =
  count (\acc i -> let (acc, _) = loop (acc, j) = (acc, 0) while j < i do (write acc j 1, j + 1) in acc) is

entry branches (is: []i64) =
  count (\acc i ->
    let acc = if i > 0 then write acc 0 1 else acc
    let acc = if i > 1 then let acc = write acc 1 1 in if i > 2 then write acc 2 1 else acc else acc
    in if i > 3 then write acc 3 1 else acc) is

entry matches (is: []i64) =
  count (\acc i ->
    match (acc, i)
    case (acc, 1) -> write acc 0 1
    case (acc, 3) -> write (write (write acc 0 1) 1 1) 2 1
    case (acc, n) -> if n < 0 then acc else loop acc for j in [3, 2, 1, 0] do write acc j 1) is

entry records (is: []i64) =
  count (\acc i ->
    let s = loop s = {acc, j = 0} while s.j < i do
      let acc = write s.acc s.j 1
      in s with acc = acc with j = s.j + 1
    in s.acc) is

module counting : {
  type~ t
  val up : *counts -> *t
  val add : *t -> i64 -> *t
  val down : *t -> *counts
} = {
  type~ t = {acc: counts, times: i64}
  def up (acc: *counts): *t = {acc, times = 0}
  def add (x: *t) (j: i64): *t = {acc = write x.acc j 1, times = x.times + 1}
  def down (x: *t): *counts = x.acc
}

entry modules (is: []i64) =
  count (\acc i -> counting.down (loop c = counting.up acc for j < i do counting.add c j)) is

def upto [n] (f: *acc ([n]i64) -> i64 -> *acc ([n]i64)) (k: i64) (acc: *acc ([n]i64)): *acc ([n]i64) =
  loop acc for j < k do f acc j

entry functions (is: []i64) =
  let below (acc: *counts) (i: i64): *counts = upto add i acc
  in count below is

-- As programs bind them that were written for Futhark.
module m = {
  type~ acc 't = intrinsics.acc t
  def write [n] 't (acc: *acc ([n]t)) (i: i64) (v: t): *acc ([n]t) = intrinsics.acc_write acc i v
  def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b): *[k]a =
    intrinsics.hist_stream dest op ne f bs
  def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b): *[k]a =
    intrinsics.scatter_stream dest f bs
}

entry names (is: []i64) =
  let count = m.reduce_by_index_stream (replicate 4 0) (+) 0 (\(acc: *m.acc ([4]i64)) i -> loop acc for j < i do m.write acc j 1) is
  in m.scatter_stream (replicate 4 0i64) (\acc (j, c) -> m.write acc j c) (zip (iota 4) count)

-- The names are the program's if it wants them.
entry shadows (is: []i64) =
  let write (xs: *[4]i64) (j: i64) = xs with [j] = xs[j] + 1
  let acc = replicate 4 0
  in loop acc for i in is do loop acc for j < i do write acc j
