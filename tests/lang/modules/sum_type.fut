-- A sum type behind an abstract type, matched inside its module.
-- ==
-- input { 3 } output { 3 -1 }
module opt: {type t 'a val some 'a: a -> t a val none 'a: a -> t a val get 'a: a -> t a -> a} = {
  type t 'a = #some a | #none a
  def some 'a (x: a): t a = #some x
  def none 'a (x: a): t a = #none x
  def get 'a (d: a) (o: t a) = match o case #some x -> x case #none _ -> d
}
def main (x: i32) = (opt.get (-1) (opt.some x), opt.get (-1) (opt.none x))
