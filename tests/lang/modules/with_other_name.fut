-- A definition for a type that is another name for an abstract type of the module type defines that one; a
-- definition with hidden sizes has new ones at each use.
-- ==
-- input { [3i64, 1i64, 2i64] [5i64] } output { 6i64 5i64 true false }
module type ordered = {
  type~ ctx
  type key
  val lte : (ctx, key) -> (ctx, key) -> bool
}

module type summed = {
  type~ ctx
  type key
  val sum : ctx -> key -> i64
}

module type key = {
  type ctx
  type key
  include ordered with ctx = ctx with key = key
  include summed with ctx = ctx with key = key
}

-- A key is a slice of an array that both sides have.
module slices : key with ctx = []i64 with key = (i64, i64) = {
  type~ ctx = ?[n].[n]i64
  type key = (i64, i64)
  def sum (c: ctx) ((i, n): key) = i64.sum c[i:i + n]
  def lte (c, k) (d, l) = sum c k <= sum d l
}

module mk (K: key with key = (i64, i64)) = {
  def total (c: K.ctx) (n: i64) = K.sum c (0, n)
  def before (c: K.ctx) (n: i64) (d: K.ctx) (m: i64) = (c, (0, n)) `K.lte` (d, (0, m))
}

module ms = mk slices

def main [n] [m] (xs: [n]i64) (ys: [m]i64) =
  (ms.total xs n, ms.total ys m, ms.before ys m xs n, ms.before xs n ys m)
