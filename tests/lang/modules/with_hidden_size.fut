-- A refinement may hide a size, ?[n].[n]t.
-- ==
-- input { 3i64 } output { 3i64 [0i64, 1i64, 2i64] }
module type lists = {type~ t val mk: i64 -> t val len: t -> i64}
module m: lists with t = ?[n].[n]i64 = {
  type~ t = ?[n].[n]i64
  def mk (n: i64): t = iota n
  def len (x: t) = length x
}
module f (P: lists with t = ?[n].[n]i64) = {def g n = (P.len (P.mk n), P.mk n)}
module k = f m
def main (n: i64) = k.g n
