-- Arrays, records and loops of values of an abstract type.
-- ==
-- input { [1, 2, 3] } output { 14 [2, 3, 4] }
module box: {type t val put: i32 -> t val get: t -> i32 val add: t -> t -> t} = {
  type t = (i32, bool)
  def put (x: i32): t = (x, true)
  def get (b: t) = b.0
  def add (a: t) (b: t): t = (a.0 + b.0, a.1 && b.1)
}
def main [n] (xs: [n]i32) =
  let bs = map box.put xs
  let total = loop acc = {b = box.put 0} for b in bs do {b = box.add acc.b (box.add b (box.put 1))}
  let sum = box.get (reduce box.add (box.put 5) bs)
  in (box.get total.b + sum - 6, map (\b -> box.get (box.add b (box.put 1))) bs)
