-- | What programs that lay out arrays by hand ask of a compiler: parts of an array by offset, sizes and strides, and
-- accumulators under the names that Futhark gives them.
-- Element i, j of such a part is element offset + i*s1 + j*s2 of the array.
module intrinsics = {
  local def within (n: i64) (i: i64): i64 = assert (0 <= i && i < n) i

  -- | Rows of an array, by size and stride of each dimension.
  def flat_index_2d [n] 't (as: [n]t) (offset: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64): [n1][n2]t =
    tabulate_2d n1 n2 (\i j -> as[offset + i * s1 + j * s2])

  -- | As flat_index_2d, of three dimensions.
  def flat_index_3d [n] 't (as: [n]t) (offset: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64) (n3: i64) (s3: i64): [n1][n2][n3]t =
    tabulate_3d n1 n2 n3 (\i j k -> as[offset + i * s1 + j * s2 + k * s3])

  -- | As flat_index_2d, of four dimensions.
  def flat_index_4d [n] 't (as: [n]t) (offset: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64) (n3: i64) (s3: i64) (n4: i64) (s4: i64): [n1][n2][n3][n4]t =
    map (\h -> flat_index_3d as (offset + h * s1) n2 s2 n3 s3 n4 s4) (iota n1)

  -- | The array with elements replaced that lie a stride apart.
  def flat_update_1d [n] [k] 't (as: *[n]t) (offset: i64) (s1: i64) (bs: [k]t): *[n]t =
    scatter as (tabulate k (\i -> within n (offset + i * s1))) bs

  -- | The array with a part replaced.
  def flat_update_2d [n] [k] [l] 't (as: *[n]t) (offset: i64) (s1: i64) (s2: i64) (bs: [k][l]t): *[n]t =
    scatter as (flatten (tabulate_2d k l (\i j -> within n (offset + i * s1 + j * s2)))) (flatten bs)

  -- | As flat_update_2d, of three dimensions.
  def flat_update_3d [n] [k] [l] [m] 't (as: *[n]t) (offset: i64) (s1: i64) (s2: i64) (s3: i64) (bs: [k][l][m]t): *[n]t =
    let is = tabulate_3d k l m (\i j h -> within n (offset + i * s1 + j * s2 + h * s3))
    in scatter as (flatten_3d is) (flatten_3d bs)

  -- | As flat_update_2d, of four dimensions.
  def flat_update_4d [n] [k] [l] [m] [p] 't (as: *[n]t) (offset: i64) (s1: i64) (s2: i64) (s3: i64) (s4: i64) (bs: [k][l][m][p]t): *[n]t =
    let is = map (\h -> tabulate_3d l m p (\i j g -> within n (offset + h * s1 + i * s2 + j * s3 + g * s4))) (iota k)
    in scatter as (flatten_4d is) (flatten_4d bs)

  -- | The accumulators of the prelude.
  type~ acc 't = acc t

  -- | scatter_stream of the prelude.
  def scatter_stream [k] 'a 'b (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b): *[k]a =
    scatter_stream dest f bs

  -- | reduce_by_index_stream of the prelude.
  def reduce_by_index_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b): *[k]a =
    reduce_by_index_stream dest op ne f bs

  -- | reduce_by_index_stream of the prelude, by another name.
  def hist_stream [k] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: []b): *[k]a =
    reduce_by_index_stream dest op ne f bs

  -- | write of the prelude.
  def acc_write [n] 't (acc: *acc ([n]t)) (i: i64) (v: t): *acc ([n]t) = write acc i v
}
