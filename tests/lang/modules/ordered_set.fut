-- A set of elements of an ordered type: abstract, with its size in the type.
-- ==
-- input { [5, 1, 5, 3] 3 4 } output { true false [1, 3, 5] 3i64 }
module type order = {type t val leq: t -> t -> bool}
module type set = {
  type elem
  type~ set
  val from [n]: [n]elem -> set
  val member: elem -> set -> bool
  val list: set -> []elem
  val count: set -> i64
}
module mk_set (O: order): set with elem = O.t = {
  type elem = O.t
  type~ set = []elem
  def eq (x: elem) (y: elem) = O.leq x y && O.leq y x
  def sort [n] (xs: [n]elem): [n]elem =
    loop xs = copy xs for i < n do
      loop xs for j < n - 1 do
        if O.leq xs[j] xs[j + 1] then xs
        else let a = copy xs[j] let b = copy xs[j + 1] in xs with [j] = b with [j + 1] = a
  def from [n] (xs: [n]elem): set =
    let s = sort xs
    let keep = map (\i -> i == 0 || !(eq s[i - 1] s[i])) (iota n)
    in map (.0) (filter (.1) (zip s keep))
  def member (x: elem) (s: set) = any (eq x) s
  def list (s: set) = s
  def count (s: set) = length s
}
module ints = mk_set {type t = i32 def leq (x: i32) y = x <= y}
def main (xs: []i32) (a: i32) (b: i32) =
  let s = ints.from xs
  in (ints.member a s, ints.member b s, ints.list s, ints.count s)
