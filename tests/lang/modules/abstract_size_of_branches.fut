-- Branches of an abstract type with sizes that differ give one of a size that is not known.
-- ==
-- input { 3i64 } output { 7i64 [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 4i64 } output { 2i64 [0i64, 0i64] }
module m : { type vec [n] 'a val mk 'a: (n: i64) -> a -> vec [n] a val un [n] 'a: vec [n] a -> [n]a } = {
  type vec [n] 'a = {data: [n]a, len: i64}
  def mk n x = {data = replicate n x, len = n}
  def un [n] 'a (v: vec [n] a) : [n]a = v.data
}

def main (n: i64) =
  let v = if n % 2 == 1 then m.mk (2 * n + 1) 0i64 else m.mk (n / 2) 0i64
  let xs = m.un v
  in (length xs, xs)
