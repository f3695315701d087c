-- An abstract type with a size parameter: the size is known from the value.
-- ==
-- input { [1, 2, 3] } output { [2, 4, 6] 3i64 6 }
module vec: {
  type t [n]
  val mk [n]: [n]i32 -> t [n]
  val add [n]: t [n] -> t [n] -> t [n]
  val list [n]: t [n] -> [n]i32
} = {
  type t [n] = {data: [n]i32}
  def mk [n] (data: [n]i32): t [n] = {data}
  def add [n] (a: t [n]) (b: t [n]): t [n] = mk (map2 (+) a.data b.data)
  def list [n] (a: t [n]) = a.data
}
def count [n] (_: vec.t [n]) = n
def total [n] (v: vec.t [n]) = i32.sum (vec.list v)
def main [n] (xs: [n]i32) =
  let v = vec.mk xs
  in (vec.list (vec.add v v), count v, total v)
