-- Sizes may mention any parameter that holds data by its name: applied twice to one array, a function gives one size.
-- ==
-- entry: sums
-- input { [1, 2] } output { [0i64, 2i64, 4i64] }
-- entry: sealed
-- input { [1, 2] } output { [8, 8, 8] }
-- entry: abstract
-- input { [1, 2] } output { [8, 8, 8] }
-- entry: of_float
-- input { 2.5f32 } output { [10, 10] }
-- entry: of_pair
-- input { 2i64 } output { [12, 12] }
-- entry: updated
-- input { [1i64, 2i64, 0i64] } output { [1i64, 2i64, 3i64] [100i64, 2i64, 0i64] }
-- entry: rows
-- input { [1i64, 2i64] } output { [[0i64, 1i64, 2i64]] }
-- entry: unknown
-- input { [1, -5, 2] } output { 3i64 }
def range_to (xs: []i32): [i64.i32 (i32.sum xs)]i64 = iota (i64.i32 (i32.sum xs))
entry sums (xs: []i32) = map2 (+) (range_to xs) (range_to xs)

module type grown = {
  val size [n]: [n]i32 -> i64
  val fours [n]: (xs: [n]i32) -> [size xs]i32
}
module plus_one: grown = {
  def size [n] (_: [n]i32) = n + 1
  def fours [n] (xs: [n]i32): [size xs]i32 = replicate (size xs) 4
}
entry sealed (xs: []i32) = map2 (+) (plus_one.fours xs) (plus_one.fours xs)

module twice (m: grown) = { def f (xs: []i32) = map2 (+) (m.fours xs) (m.fours xs) }
module twice_plus_one = twice plus_one
entry abstract (xs: []i32) = twice_plus_one.f xs

def fives (x: f32): [i64.f32 x]i32 = replicate (i64.f32 x) 5
entry of_float (x: f32) = map2 (+) (fives x) (fives x)

def sixes (p: (i64, i64)): [p.0]i32 = replicate p.0 6
entry of_pair (n: i64) = let p = (n, 2) in map2 (+) (sixes p) (sixes p)

-- The size is that of the array before the update.
entry updated (xs: *[3]i64) =
  let ys = iota (i64.sum xs)
  let xs[0] = 100
  in (map2 (+) ys (rep 1), xs)

entry rows (xs: []i64) = [iota (i64.sum xs)] ++ []

-- Of an argument that has no name the size is unknown.
entry unknown (xs: []i32) = length (range_to (filter (> 0) xs))
