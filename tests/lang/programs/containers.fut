-- Generic containers: options with operators, intervals, an association list by a functor, a set of ranges, matrices
-- over any semiring.
-- ==
-- entry: options
-- input { [3, 0, -4] } output { [33, -1, -25] }
-- entry: lookups
-- input { [5i64, 1i64, 5i64, 9i64] [10, 20, 30, 40] [5i64, 9i64, 2i64] } output { [40, 40, 0] 3i64 [1i64, 5i64, 9i64] }
-- entry: merged
-- input { [1, 8, 2, 15] [3, 10, 6, 18] } output { [1, 8, 15] [6, 10, 18] }
-- entry: powers
-- input { 10i64 } output { [[89i64, 55i64], [55i64, 34i64]] [[0i64, 3i64, 5i64], [9i64, 0i64, 2i64], [7i64, 10i64, 0i64]] [[true, true, true], [true, true, true], [true, true, true]] }
type option 'a = #some a | #none

def (>>=) 'a 'b (x: option a) (f: a -> option b): option b =
  match x case #some y -> f y case #none -> #none
def (<|>) 'a (x: option a) (other: a): a = match x case #some y -> y case #none -> other

def divide (x: i32) (y: i32): option i32 = if y == 0 then #none else #some (x / y)

entry options (xs: []i32) = map (\x -> divide 100 x >>= (\y -> if y == 0 then #none else #some y) <|> -1) xs

module type ordered = { type t val <=: t -> t -> bool }

module table (K: ordered): {
  type~ table 'v
  val from [n] 'v: (v -> v -> v) -> [n](K.t, v) -> table v
  val lookup 'v: K.t -> table v -> option v
  val keys 'v: table v -> []K.t
} = {
  type~ table 'v = [](K.t, v)

  def eq x y = x K.<= y && y K.<= x

  def sort [n] 'v (xs: [n](K.t, v)): [n](K.t, v) =
    let before (i, (k, _)) (j, (l, _)) = k K.<= l && (!(l K.<= k) || i < j)
    let ixs = zip (iota n) xs
    let rank x = i64.sum (map (\y -> i64.bool (before y x)) ixs)
    in scatter (copy xs) (map rank ixs) xs

  def from [n] 'v (join: v -> v -> v) (xs: [n](K.t, v)): table v =
    let sorted = sort xs
    let starts = map2 (\i (k, _) -> i == 0 || !(eq k sorted[i - 1].0)) (iota n) sorted
    let sums = scan (\(_, (_, a)) (g, (k, b)) -> if g then (g, (k, b)) else (false, (k, join a b)))
                    (true, head sorted) (zip starts sorted)
    in zip (rotate 1 starts) sums |> filter (.0) |> map (\(_, (_, kv)) -> kv)

  def lookup 'v (key: K.t) (t: table v): option v =
    let (lo, _) =
      loop (lo, hi) = (0, length t) while lo < hi do
        let mid = (lo + hi) / 2
        in if key K.<= t[mid].0 then (lo, mid) else (mid + 1, hi)
    in if lo < length t && eq t[lo].0 key then #some t[lo].1 else #none

  def keys 'v (t: table v) = map (.0) t
}

module by_i64 = table i64

entry lookups [n] (keys: [n]i64) (values: [n]i32) (wanted: []i64) =
  let t = by_i64.from (+) (zip keys values)
  in (map (\k -> by_i64.lookup k t <|> 0) wanted, length (by_i64.keys t), by_i64.keys t)

-- Ranges that overlap become one: a scan with the furthest end so far.
entry merged [n] (from: [n]i32) (to: [n]i32) =
  let rank i = i64.sum (map (\j -> i64.bool (from[j] < from[i] || from[j] == from[i] && j < i)) (iota n))
  let order = scatter (replicate n 0) (map rank (iota n)) (iota n)
  let (a, b) = (map (\i -> from[i]) order, map (\i -> to[i]) order)
  let reach = scan i32.max i32.lowest b
  let first i = i == 0 || a[i] > reach[i - 1]
  let starts = filter first (iota n)
  let ends = filter (\i -> i == n - 1 || first (i + 1)) (iota n)
  in (map (\i -> a[i]) starts, map (\i -> reach[i]) ends)

module type semiring = { type t val zero: t val one: t val plus: t -> t -> t val times: t -> t -> t }

module matrix (S: semiring) = {
  def mul [n] [m] [p] (a: [n][m]S.t) (b: [m][p]S.t): [n][p]S.t =
    map (\r -> map (\c -> reduce S.plus S.zero (map2 S.times r c)) (transpose b)) a
  def eye n = tabulate_2d n n (\i j -> if i == j then S.one else S.zero)
  def power [n] (a: [n][n]S.t) (k: i64): [n][n]S.t =
    (loop (r: [n][n]S.t, a: [n][n]S.t, k) = (eye n, a, k) while k > 0 do
       (if k % 2 == 1 then mul r a else r, mul a a, k / 2)).0
}

module numbers = matrix { type t = i64 def zero = 0i64 def one = 1i64 def plus = (i64.+) def times = (i64.*) }
module paths = matrix { type t = i64 def zero = i64.highest / 4 def one = 0i64 def plus = i64.min def times = (i64.+) }
module reach = matrix { type t = bool def zero = false def one = true def plus = (||) def times = (&&) }

entry powers (k: i64) =
  let far = i64.highest / 4
  let graph = [[0, 3, far], [far, 0, 2], [7, far, 0]]
  in (numbers.power [[1, 1], [1, 0]] k, paths.power graph 2, reach.power (map (map (< far)) graph) 2)
