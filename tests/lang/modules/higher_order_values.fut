-- Specified values may be higher-order and polymorphic.
-- ==
-- input { [1, 2, 3] } output { [2, 3, 4] 6 }
module type seq = {type seq [n] 'a val of [n] 'a: [n]a -> seq [n] a val to [n] 'a: seq [n] a -> [n]a val map [n] 'a 'b: (a -> b) -> seq [n] a -> seq [n] b val fold [n] 'a: (a -> a -> a) -> a -> seq [n] a -> a}
module s: seq = {
  type seq [n] 'a = [n]a
  def of [n] 'a (xs: [n]a): seq [n] a = xs
  def to [n] 'a (xs: seq [n] a) = xs
  def map = map
  def fold [n] 'a (f: a -> a -> a) (z: a) (xs: seq [n] a) = reduce f z xs
}
def main (xs: []i32) = let q = s.of xs in (s.to (s.map (+ 1) q), s.fold (+) 0 q)
