-- | Making arrays, taking them apart, and changing their shape.

-- | The number of elements along the outermost dimension.
def length [n] 't (_: [n]t): i64 = n

-- | Whether an array is empty.
def null [n] 't (_: [n]t): bool = n == 0

-- | The valid indices of an array.
def indices [n] 't (_: [n]t): *[n]i64 = iota n

-- | The first element.
def head [n] 't (xs: [n]t): t = xs[0]

-- | The last element.
def last [n] 't (xs: [n]t): t = xs[n-1]

-- | All but the first element.
def tail [n] 't (xs: [n]t): [n-1]t = xs[1:] :> [n-1]t

-- | All but the last element.
def init [n] 't (xs: [n]t): [n-1]t = xs[0:n-1] :> [n-1]t

-- | The first i elements.
def take [n] 't (i: i64) (xs: [n]t): [i]t = xs[0:i] :> [i]t

-- | All but the first i elements.
def drop [n] 't (i: i64) (xs: [n]t): [n-i]t = xs[i:] :> [n-i]t

-- | The first n elements, and the others. The context says how many; `sized` states a size that it can't see.
def split [n] [m] 't (xs: [n+m]t): ([n]t, [m]t) = (xs[0:n] :> [n]t, xs[n:n+m] :> [m]t)

-- | The elements in opposite order.
#[prim] def reverse [n] 't (xs: [n]t): [n]t = ???

-- | Element i of the result is element i+r, counted around the end.
#[prim] def rotate [n] 't (r: i64) (xs: [n]t): *[n]t = ???

-- | One array after the other.
#[prim] def concat [n] [m] 't (xs: [n]t) (ys: [m]t): *[n+m]t = ???

-- | One array after the other.
#[prim] def (++) [n] [m] 't (xs: [n]t) (ys: [m]t): *[n+m]t = ???

-- | Rows become columns.
#[prim] def transpose [n] [m] 't (xs: [n][m]t): [m][n]t = ???

-- | The rows one after the other.
#[prim] def flatten [n] [m] 't (xs: [n][m]t): [n*m]t = ???

-- | As flatten, of three dimensions.
#[prim] def flatten_3d [n] [m] [l] 't (xs: [n][m][l]t): [n*m*l]t = ???

-- | As flatten, of four dimensions.
#[prim] def flatten_4d [n] [m] [l] [k] 't (xs: [n][m][l][k]t): [n*m*l*k]t = ???

-- | The elements as n rows of m.
#[prim] def unflatten [n] [m] 't (xs: [n*m]t): [n][m]t = ???

-- | As unflatten, to three dimensions.
#[prim] def unflatten_3d [n] [m] [l] 't (xs: [n*m*l]t): [n][m][l]t = ???

-- | As unflatten, to four dimensions.
#[prim] def unflatten_4d [n] [m] [l] [k] 't (xs: [n*m*l*k]t): [n][m][l][k]t = ???

-- | A value as often as the context asks for.
def rep [n] 't (x: t): *[n]t = replicate n x

-- | The array as one of n elements, checked.
def sized [m] 't (n: i64) (xs: [m]t): [n]t = xs :> [n]t

-- | The array of f 0 to f (n-1).
def tabulate 'a (n: i64) (f: i64 -> a): *[n]a = map f (iota n)

-- | The array whose element i j is f i j.
def tabulate_2d 'a (n: i64) (m: i64) (f: i64 -> i64 -> a): *[n][m]a =
  map (\i -> map (\j -> f i j) (iota m)) (iota n)

-- | The array whose element i j k is f i j k.
def tabulate_3d 'a (n: i64) (m: i64) (l: i64) (f: i64 -> i64 -> i64 -> a): *[n][m][l]a =
  map (\i -> map (\j -> map (\k -> f i j k) (iota l)) (iota m)) (iota n)

-- | Combines the elements from the left, one after the other.
def foldl [n] 'a 'b (f: a -> b -> a) (acc: a) (bs: [n]b): a = loop acc = acc for b in bs do f acc b

-- | Combines the elements from the right, one after the other.
def foldr [n] 'a 'b (f: b -> a -> a) (acc: a) (bs: [n]b): a = loop acc = acc for b in reverse bs do f b acc
