-- A type that hides the sizes of a type in another module: the name after ?[n]. may be qualified.
-- ==
-- input { [3, 0, 4] } output { [3, 4] 2i64 }
module fixed = {
  type list [n] = {xs: [n]i32, sum: i32}
  def list [n] (xs: [n]i32): list [n] = {xs, sum = i32.sum xs}
}
module any: {type~ t val mk [n]: [n]i32 -> t val xs: t -> []i32} = {
  type~ t = ?[n].fixed.list [n]
  def mk (xs: []i32): t = fixed.list (filter (> 0) xs)
  def xs (l: t): []i32 = l.xs
}
def main (xs: []i32) =
  let ys = any.xs (any.mk xs)
  in (ys, length ys)
