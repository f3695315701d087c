-- A specification may promise less than the definition: consumed but not needed, unique but not said.
-- ==
-- input { [1, 2] } output { [9, 2] [1, 2] }
module m: {val set [n]: *[n]i32 -> *[n]i32 val same [n]: *[n]i32 -> [n]i32} = {
  def set [n] (xs: *[n]i32): *[n]i32 = xs with [0] = 9
  def same [n] (xs: [n]i32): [n]i32 = xs
}
def main (xs: []i32) = (m.set (copy xs), m.same (copy xs))
