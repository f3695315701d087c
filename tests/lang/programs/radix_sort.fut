-- Radix sort as a functor over keys: signed and floating keys through their bits, sorting by key, stability.
-- ==
-- entry: ints
-- input { [5, -3, 0, 7, -128, 2147483647, -2147483648, 5] } output { [-2147483648, -128, -3, 0, 5, 5, 7, 2147483647] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- entry: floats
-- input { [1.5f32, -2.0f32, 0.0f32, -0.5f32, 100.0f32] } output { [-2.0f32, -0.5f32, 0.0f32, 1.5f32, 100.0f32] }
-- entry: by_length
-- input { [3i64, 1i64, 2i64, 1i64, 3i64] } output { [1i64, 1i64, 2i64, 3i64, 3i64] [1i64, 3i64, 2i64, 0i64, 4i64] }
module type key = {
  type t
  val bits: i32
  val bit: i32 -> t -> bool
}

module sort_by (K: key): {
  val sort [n] 'a: (a -> K.t) -> [n]a -> [n]a
} = {
  def split [n] 'a (f: a -> bool) (xs: [n]a): [n]a =
    let ones = map (f >-> i64.bool) xs
    let zeros = map (1 -) ones
    let before = map2 (-) (scan (+) 0 zeros) zeros
    let first_one = i64.sum zeros
    let after = map2 (\s o -> s - o + first_one) (scan (+) 0 ones) ones
    in scatter (copy xs) (map3 (\o b a -> if o == 0 then b else a) ones before after) xs

  def sort [n] 'a (key: a -> K.t) (xs: [n]a): [n]a =
    loop xs for b < K.bits do split (key >-> K.bit b) xs
}

module i32_key: key with t = i32 = {
  type t = i32
  def bits = i32.num_bits
  def bit b x = (i32.get_bit b x == 1) != (b == i32.num_bits - 1)
}

module f32_key: key with t = f32 = {
  type t = f32
  def bits = 32i32
  def bit b x =
    let u = f32.to_bits x
    let ordered = if u >> 31 == 1 then !u else u | (1 << 31)
    in u32.get_bit b ordered == 1
}

module sort_i32 = sort_by i32_key
module sort_f32 = sort_by f32_key
module sort_small = sort_by { type t = i64 def bits = 8i32 def bit b (x: i64) = i64.get_bit b x == 1 }

entry ints = sort_i32.sort id
entry floats = sort_f32.sort id
entry by_length [n] (lens: [n]i64) = zip lens (iota n) |> sort_small.sort (.0) |> unzip
