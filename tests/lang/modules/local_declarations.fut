-- Local declarations of every form stay inside their module.
-- ==
-- input { 3 } output { 18 }
module m = {
  local def two = 2i32
  local type num = i32
  local module k = {def three = 3i32}
  local module type S = {val f: i32 -> i32}
  module n: S = {def f (x: num) = x * two * k.three}
}
def main (x: i32) = m.n.f x
