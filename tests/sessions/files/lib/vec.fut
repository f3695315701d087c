-- | Vectors over any real.
module type vec = { type t
  -- | The inner product.
  val dot [n]: [n]t -> [n]t -> t
  val norm [n]: [n]t -> t }
module mk_vec (R: real): vec with t = R.t = {
  type t = R.t
  def dot [n] (a: [n]t) (b: [n]t) = R.sum (map2 (R.*) a b)
  def norm [n] (a: [n]t) = R.sqrt (dot a a)
}
module vecf64 = mk_vec f64
