-- | The parallel array operations. Operators of reductions and scans must be associative, and their
-- neutral elements neutral.

-- | Applies a function to every element.
#[prim] def map 'a [n] 'x (f: a -> x) (as: [n]a): *[n]x = ???

-- | Applies a function to every element of one array.
def map1 'a [n] 'x (f: a -> x) (as: [n]a): *[n]x = map f as

-- | Applies a function to the elements of two arrays.
#[prim] def map2 'a 'b [n] 'x (f: a -> b -> x) (as: [n]a) (bs: [n]b): *[n]x = ???

-- | Applies a function to the elements of three arrays.
#[prim] def map3 'a 'b 'c [n] 'x (f: a -> b -> c -> x) (as: [n]a) (bs: [n]b) (cs: [n]c): *[n]x = ???

-- | Applies a function to the elements of four arrays.
#[prim] def map4 'a 'b 'c 'd [n] 'x (f: a -> b -> c -> d -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d): *[n]x = ???

-- | Applies a function to the elements of five arrays.
#[prim] def map5 'a 'b 'c 'd 'e [n] 'x (f: a -> b -> c -> d -> e -> x) (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e): *[n]x = ???

-- | Combines all elements; the neutral element for an empty array.
#[prim] def reduce [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a): a = ???

-- | As reduce, with an operator that is commutative too.
#[prim] def reduce_comm [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a): a = ???

-- | All prefix combinations, each with its own element.
#[prim] def scan [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a): *[n]a = ???

-- | dest with each value combined into the element at its index; indices outside are ignored.
#[prim] def reduce_by_index 'a [k] [n] (dest: *[k]a) (f: a -> a -> a) (ne: a) (is: [n]i64) (as: [n]a): *[k]a = ???

-- | As reduce_by_index, with two-dimensional indices.
#[prim] def reduce_by_index_2d 'a [k] [m] [n] (dest: *[k][m]a) (f: a -> a -> a) (ne: a) (is: [n](i64, i64)) (as: [n]a): *[k][m]a = ???

-- | As reduce_by_index, with three-dimensional indices.
#[prim] def reduce_by_index_3d 'a [k] [m] [l] [n] (dest: *[k][m][l]a) (f: a -> a -> a) (ne: a) (is: [n](i64, i64, i64)) (as: [n]a): *[k][m][l]a = ???

-- | dest with each value written at its index; indices outside are ignored.
#[prim] def scatter 't [k] [n] (dest: *[k]t) (is: [n]i64) (vs: [n]t): *[k]t = ???

-- | As scatter, with two-dimensional indices.
#[prim] def scatter_2d 't [k] [m] [n] (dest: *[k][m]t) (is: [n](i64, i64)) (vs: [n]t): *[k][m]t = ???

-- | As scatter, with three-dimensional indices.
#[prim] def scatter_3d 't [k] [m] [l] [n] (dest: *[k][m][l]t) (is: [n](i64, i64, i64)) (vs: [n]t): *[k][m][l]t = ???

-- | The elements for which the predicate holds, in order.
#[prim] def filter 'a [n] (p: a -> bool) (as: [n]a): *[]a = ???

-- | The elements for which the predicate holds, and the others.
#[prim] def partition 'a [n] (p: a -> bool) (as: [n]a): ?[k].([k]a, [n-k]a) = ???

-- | The elements for which the first predicate holds, those of the others for which the second holds, and the rest.
#[prim] def partition2 'a [n] (p: a -> bool) (q: a -> bool) (as: [n]a): ?[k].?[l].([k]a, [l]a, [n-k-l]a) = ???

-- | Applies a function that gives an array of any size, and a value, to every element. The results are the
-- sizes of the arrays, flags that are true where an array begins in the data, the offsets at which they begin,
-- the data: the arrays one after the other, and the values.
#[prim] def flatmap 'a 'b 'c [n] (f: a -> ?[k].([k]b, c)) (as: [n]a): ?[m].([n]i64, [m]bool, [n]i64, [m]b, [n]c) = ???

-- | As flatmap, of a function that gives an array alone.
def flatmap' 'a 'b [n] (f: a -> ?[k].[k]b) (as: [n]a): ?[m].([n]i64, [m]bool, [n]i64, [m]b) =
  let (sizes, flags, offsets, data, _) = flatmap (\x -> (f x, ())) as
  in (sizes, flags, offsets, data)

-- | n times the same value.
#[prim] def replicate 't (n: i64) (x: t): *[n]t = ???

-- | The numbers 0 to n-1.
#[prim] def iota (n: i64): *[n]i64 = ???

-- | A histogram of k elements.
def hist 'a [n] (op: a -> a -> a) (ne: a) (k: i64) (is: [n]i64) (as: [n]a): *[k]a =
  reduce_by_index (replicate k ne) op ne is as

-- | k times x, with each value written at its index.
def spread 't [n] (k: i64) (x: t) (is: [n]i64) (vs: [n]t): *[k]t = scatter (replicate k x) is vs

-- | All prefix combinations, each without its own element.
def exscan [n] 'a (op: a -> a -> a) (ne: a) (as: [n]a): *[n]a =
  scatter (replicate n ne) (map (\i -> i + 1) (iota n)) (scan op ne as)

-- | Whether all are true.
def and [n] (xs: [n]bool): bool = reduce_comm (\x y -> x && y) true xs

-- | Whether any is true.
def or [n] (xs: [n]bool): bool = reduce_comm (\x y -> x || y) false xs

-- | Whether the predicate holds for all elements.
def all [n] 'a (f: a -> bool) (as: [n]a): bool = and (map f as)

-- | Whether the predicate holds for any element.
def any [n] 'a (f: a -> bool) (as: [n]a): bool = or (map f as)
