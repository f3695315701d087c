-- A type with parameters is refined by one with parameters.
-- ==
-- input { [1, 2] } output { [1, 2] [3, 4] }
module type S = {type t [n] 'a val mk [n] 'a: [n]a -> [n]a -> t [n] a}
module m: S with t [n] 'a = ([n]a, [n]a) = {
  type t [n] 'a = ([n]a, [n]a)
  def mk [n] 'a (x: [n]a) (y: [n]a): t [n] a = (x, y)
}
def main (xs: []i32) = m.mk xs (map (+ 2) xs)
