-- A type with sizes of its own is specified as another abstract type of the same module.
-- ==
-- input { [5i64, 0i64, 7i64, 0i64] } output { [5i64, 0i64, 7i64, 0i64] 2i64 }
module type packed = {
  type~ t [n]
  val pack [n] : [n]i64 -> t [n]
  val unpack [n] : t [n] -> [n]i64
}

module type compact = {
  type~ rows [n]
  module rows: { include packed with t [n] = rows [n] val stored [n] : t [n] -> i64 }
}

module compact : compact = {
  module rows = {
    type~ t [n] = ?[k]. {size: [n](), index: [k]i64, value: [k]i64}
    def pack [n] (xs: [n]i64) : t [n] =
      let (index, value) = unzip (filter ((!= 0) <-< (.1)) (zip (indices xs) xs))
      in {size = replicate n (), index, value}
    def unpack [n] (p: t [n]) : [n]i64 = scatter (replicate n 0) p.index p.value
    def stored [n] (p: t [n]) = length p.index
  }
  type~ rows [n] = rows.t [n]
}

def main (xs: []i64) =
  let p = compact.rows.pack xs
  in (compact.rows.unpack p, compact.rows.stored p)
