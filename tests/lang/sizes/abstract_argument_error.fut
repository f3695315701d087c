-- An abstract type need not hold an array of the size of its argument: the size can't be taken from it.
-- ==
-- error: E0405.*size \[m\]
module keep : {
  type pair 'a 'b
  val first 'a 'b : a -> b -> pair a b
} = {
  type pair 'a 'b = a
  def first x _ = x
}

def f (x: i64) =
  let [n] [m] (_: ([n](), keep.pair ([n]i64) ([m]i64))) = (replicate x (), keep.first (iota x) (iota (x + 1)))
  in n + m
