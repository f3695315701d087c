-- Module types built from others by include and with.
-- ==
-- input { 3 } output { 7 true }
module type has_t = {type t}
module type addable = {include has_t val add: t -> t -> t}
module type comparable = {include addable val lt: t -> t -> bool}
module type ints = {include comparable with t = i32 val one: i32}
module m: ints = {type t = i32 def add (x: i32) y = x + y def lt (x: i32) y = x < y def one = 1i32}
def main (x: i32) = (m.add (m.add x x) m.one, m.lt x 4)
