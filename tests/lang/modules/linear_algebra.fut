-- A linear-algebra functor over a numeric module, at two types.
-- ==
-- entry: matrix
-- input { [[1.0, 2.0], [3.0, 4.0]] [1.0, 1.0] } output { [3.0, 7.0] }

-- ==
-- entry: ints
-- input { [[1, 2], [3, 4]] } output { [[7, 10], [15, 22]] 5 }
module type numbers = {
  type t
  val zero: t
  val (+): t -> t -> t
  val (*): t -> t -> t
}
module linalg (N: numbers) = {
  type t = N.t
  def dot [n] (x: [n]t) (y: [n]t): t = reduce (N.+) N.zero (map2 (N.*) x y)
  def matvec [n] [m] (a: [n][m]t) (x: [m]t): [n]t = map (\row -> dot row x) a
  def matmul [n] [m] [k] (a: [n][m]t) (b: [m][k]t): [n][k]t = map (\row -> map (dot row) (transpose b)) a
  def trace [n] (a: [n][n]t): t = reduce (N.+) N.zero (tabulate n (\i -> a[i, i]))
}
module reals = linalg {type t = f64 def zero = 0f64 def (+) (x: f64) (y: f64) = x + y def (*) (x: f64) (y: f64) = x * y}
module integers = linalg {open i32 def zero = 0i32}
entry matrix [n] [m] (a: [n][m]f64) (x: [m]f64) = reals.matvec a x
entry ints [n] (a: [n][n]i32) = (integers.matmul a a, integers.trace a)
