-- Inclusion refined by types of the same names; `with` through a name that stands for an abstract type.
-- ==
-- input { 3u8 4u8 } output { true 3u64 }
module type hashed = {type ctx type key type hash val hash: ctx -> key -> hash}
module type ordered = {type ctx type key val (<=): (ctx, key) -> (ctx, key) -> bool}
module type key = {
  type ctx
  type key
  type hash
  include hashed with ctx = ctx with key = key with hash = hash
  include ordered with ctx = ctx with key = key
}
module mk (P: {type t val to_i64: t -> i64 val (<=): t -> t -> bool}): key with ctx = () with key = P.t with hash = u64 = {
  type ctx = ()
  type key = P.t
  type hash = u64
  def hash _ (x: key): hash = u64.i64 (P.to_i64 x)
  def (<=) (_, x) (_, y) = x P.<= y
}
module k: key with ctx = () with key = u8 with hash = u64 = mk u8
def main (x: u8) (y: u8) = (((), x) k.<= ((), y), k.hash () x)
