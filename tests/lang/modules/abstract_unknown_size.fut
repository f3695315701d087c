-- A size-lifted abstract type hides an array of any size.
-- ==
-- input { [5, 0, 7, 0] } output { 2i64 12 4i64 }
module list: {
  type~ t
  val of [n]: [n]i32 -> t
  val nonzero: t -> t
  val size: t -> i64
  val sum: t -> i32
} = {
  type~ t = []i32
  def of [n] (xs: [n]i32): t = xs
  def nonzero (xs: t): t = filter (!= 0) xs
  def size (xs: t) = length xs
  def sum (xs: t) = i32.sum xs
}
def main (xs: []i32) =
  let a = list.of xs
  let b = list.nonzero a
  in (list.size b, list.sum b, list.size a)
