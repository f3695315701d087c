-- An array of () has a size, which it keeps through functions, loops, branches and abstract types.
-- ==
-- entry: loops
-- input { 3i64 } output { 8i64 }
-- entry: combinators
-- input { 5i64 } output { 5i64 7i64 true }
-- entry: hidden
-- input { [4i64, 2i64] 1i64 } output { 3i64 [4i64, 2i64] }
entry loops (n: i64) = length (loop us = [()] for i < n do us ++ us)

entry combinators (n: i64) =
  let us = filter (\() -> true) (replicate n ())
  let vs = scatter (scan (\() () -> ()) () (us ++ [(), ()])) [0] [()]
  in (length us, length vs, if n > 3 then us == us else false)

module tally : { type~ t val mk [n]: [n]i64 -> t val add: t -> t val count: t -> i64 val values: t -> []i64 } = {
  type~ t = ?[n][k].{count: [n](), values: [k]i64}
  def mk (values: []i64) : t = {count = replicate (length values) (), values}
  def add (t: t) : t = {count = t.count ++ [()], values = t.values}
  def count (t: t) = length t.count
  def values (t: t) = t.values
}

#[noinline]
def grow (n: i64) (t: tally.t) : tally.t = if n > 0 then tally.add t else t

entry hidden (xs: []i64) (n: i64) =
  let t = grow n (tally.mk xs)
  in (tally.count t, tally.values t)
