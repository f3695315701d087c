-- # A size parameter is the size of something in the types of what it is declared for.
-- passes
def f [n] (g: [n]i32 -> [n]i32) (xs: [n]i32) = g xs
-- passes
def rep2 [n] 't (x: t): [n]t = replicate n x
-- fails: E0405
def f [n] (x: i32) = n
-- fails: E0405
def f (x: i32) = let g [n] (y: i32) = y in g x
-- fails: E0405
def f (y: i32) = let [n] (x: i32) = y in x
-- fails: E0405
def f (x: i32) = loop [n] (y: i32) = x for i < 3 do y
-- fails: E0405
module type m = {val f [n]: i32 -> i32}

-- # A size is an i64 expression in scope.
-- passes
def f (n: i64) (xs: [n * 2]i32) = xs
-- fails: E0201
def f (n: i32) (xs: [n]i32) = 0i32
-- fails: E0201
def f (xs: [true]i32) = 0i32
-- fails: E0301
def f (xs: []i32): [n]i32 = xs
-- fails: E0301
def f = \(xs: [n]i32) -> n

-- # A size that is not inferable from the use of a function is an error.
-- passes
def f [n] (g: [n]i64 -> i64): i64 = n
def main = f (\(xs: [1]i64) -> xs[0])
-- fails: E0405
def f [n] (g: [n]i64 -> i64): i64 = n
def main = f (\xs -> xs[0])
-- fails: E0405
def f (x: i64) = let [n] [m] (xss: [n][m]i64) = [] in n

-- # Sizes that differ do not fit, sizes that may differ neither.
-- passes
def f (xs: []i32) (ys: []i32) = zip xs ys
-- fails: E0401
def f [n] [m] (xs: [n]i32) (ys: [m]i32) = zip xs ys
-- fails: E0401
def pair 't (x: t) (y: t) = (x, y)
def f = pair [1i32] [2, 3]
-- fails: E0401
def f: [4]u8 = "abc"

-- # Names of parameters stand for their values in the sizes of results; other arguments give other sizes.
-- passes
def f (n: i64): [n]i32 = replicate n 0
def g (k: i64) = zip (f k) (iota k)
-- passes
def f (xs: []i64): [i64.sum xs]i64 = iota (i64.sum xs)
def g (xs: []i64) = zip (f xs) (f xs)
-- fails: E0401
def f (xs: []i64): [i64.sum xs]i64 = iota (i64.sum xs)
def g (xs: []i64) (ys: []i64) = zip (f xs) (f ys)
-- fails: E0401
module type m = {val num [n]: [n]i32 -> i64 val f [n]: (xs: [n]i32) -> [num xs]i32}
module p (m: m) = {def g (xs: []i32) (ys: []i32) = zip (m.f xs) (m.f ys)}

-- # A parameter's size mentions no name from inside the pattern of another.
-- passes
def f (x: i64) (y: i64) (a: [x]bool) = true
-- fails: E0402
def f (x: i64, y: i64) (a: [x]bool) = true
-- fails: E0402
def f (x: i64, y: i64) (a: []bool) = zip a (iota x)

-- # Assertions and attributes are no part of a size.
-- passes
def f (n: i64): [n]i32 = replicate (assert (n > 0) n) 0
-- passes
def f (k: i64) = zip (iota ((#[unsafe] k) + 1)) (iota (k + 1))
-- fails: E0401
def f (n: i64) (k: i64): [n]i32 = replicate (assert (n == k) k) 0

-- # let v = e with an i64 gives e's size to what is named v; another name for a local value gives an unknown one.
-- passes
def f (n: i64): [n + 1]i64 = let k = n + 1 in iota k
-- fails: E0401
def f (x: #a i64): [1]i64 = match x case #a k -> iota k

-- # A result of an unknown size has another one at each call.
-- passes
def f (xs: []i32) = let ys = filter (> 0) xs in zip ys ys
-- fails: E0401
def f (xs: []i32) = zip (filter (> 0) xs) (filter (> 0) xs)

-- # Unknown sizes that depend on each other keep doing so.
-- passes
def f [n] (xs: [n]i32): ?[k].([k]i32, [n-k]i32) = let k = i64.i32 (i32.sum xs) in (take k xs, drop k xs)
-- fails: E0401
def f [n] (xs: [n]i32): ?[k].([k]i32, [n-k]i32) = let k = i64.i32 (i32.sum xs) in (take k xs, take k xs)

-- # Branches of other sizes give an unknown one.
-- passes
def f (b: bool) = if b then [1i32, 2] else [3]
-- fails: E0401
def f (b: bool): [2]i32 = if b then [1, 2] else [3]

-- # A loop that changes the size of a parameter gives an unknown one.
-- passes
def f (n: i64) = loop xs = [1i32] for i < n do xs ++ xs
-- fails: E0401
def f [n] (xs: [n]i32): [n]i32 = loop ys = xs for i < 3 do ys ++ ys
-- fails: E0402
def grow [d] (a: [d]f64) (b: [d + 1]f64): [d + 1]f64 = b
def f [n] (a: [n]f64) (b: []f64) = loop x = a for i < 1 do grow x b

-- # A coercion changes sizes only, checked at run time.
-- passes
def f (m: i64) (a: []i32) (b: []i32): [m]i32 = a ++ b :> [m]i32
-- fails: E0201
def f (xs: [3]i32) = xs :> [3]i64
-- fails: E0201
def f (xs: [3]i32) = xs :> [3][1]i32

-- # A slice or range has a known size where it begins at 0 (or 1...n) and ends at a name or constant.
-- passes
def f [n] (xs: [n]i32) (m: i64): ([m]i32, [m]i32, [m]i64, [m]i64, [n]i32) = (xs[:m], xs[0:m:1], 0..<m, 1..2...m, xs[::-1])
-- fails: E0401
def f (xs: []i32) (m: i64): [m]i32 = xs[1:m]
-- fails: E0401
def f (m: i64): [m]i64 = 1..<m

-- # A size is needed only after the let, operand or argument that brings it about.
-- passes
def f (xs: []i32) = let b = [filter (> 0) xs] in b ++ []
-- fails: E0402
def f (xs: []i32) = let a = [] : [][]i32 let b = [filter (> 0) xs] in a[0] == b[0]
-- fails: E0402
def f (xs: []i32) = [] ++ [filter (> 0) xs]
-- fails: E0402
def g [m] [n] [k] (a: [m][n]i32) (b: [k][n]i32) = m + k
def f (xs: []i32) = g [filter (> 0) xs] []
-- fails: E0401
def f (xs: []i32) = let a = map (\x -> []) [1i32] let b = filter (> 0) xs in a[0] == b

-- # It does not matter for a size that is read from an array.
-- passes
def g [n] (a: [n]i32) (h: [n]i32 -> i32) = h a
def f (xs: []i32) = g (filter (> 0) xs) i32.sum
-- fails: E0405
def g [n] (h: [n]i32 -> i32) = n
def f (xs: []i32) = let k = g (\(ys: []i32) -> 1) in k

-- # The sizes of constructors that are not used are known where a value is made.
-- passes
type s [n] [m] = #foo ([n]i32) | #bar ([m]i32)
def f (xs: [3]i32): s [3] [4] = #foo xs
-- fails: E0405
type~ s = #foo ([]i32) | #bar ([]i32)
def f (xs: *[]i32) = let v: s = #foo xs in xs

-- # A function given for one with a non-lifted result has one size for all calls.
-- passes
def f (xs: []i32) = map (\x -> [x, x]) xs
-- fails: E0402
def f (xss: [][]i32) = map (filter (> 0)) xss
-- fails: E0402
def f (ns: []i64) = map iota ns
-- fails: E0402
def f [n] [m] (xss: [n][m]i32) = map (\xs -> iota (length xs)) xss
-- fails: E0402
def f (xs: []i32) = iterate 3 (filter (> 0)) xs

-- # A pipe takes functions of unknown result sizes, a composition none.
-- passes
def f (xs: []i32) (n: i64) = (xs |> filter (> 0) |> length, n |> iota |> i64.sum)
-- fails: E0402
def f (xs: []i32) = (filter (> 0) >-> length) xs
-- fails: E0402
def f = length <-< filter (> 0i32)
-- fails: E0402
def f = iota >-> i64.sum
-- fails: E0402
def comp '^a '^b '^c (f: a -> b) (g: b -> c) (x: a): c = g (f x)
def f (xs: []i32) = comp (filter (> 0)) length xs

-- # A function that is given takes no array of a size that its type cannot say.
-- passes
def f (x: bool) = let n = if x then 10 else 20 in \(ys: []bool) -> let zs = ys :> [n]bool in true
-- fails: E0402
def f (x: bool) = let n = if x then 10 else 20 in \(y: [n]bool) -> true
-- fails: E0402
def f (xs: []i32) = let [n] (_: [n]i32) = filter (> 0) xs in (\(ys: [n]i32) -> ys, 1)

-- # ?[n].t holds an array of size n outside of functions.
-- passes
type~ a = ?[n].([n](), bool)
type^ b = ?[n].([n](), bool -> [n]bool)
-- fails: E0404
type t = ?[n].bool
-- fails: E0402
type^ t = ?[n].bool -> [n]bool
-- fails: E0402
type^ t = []bool -> bool
-- fails: E0404
def f (x: i32): ?[n].i32 = x

-- # Parameters of functions that are specified have named sizes.
-- passes
module type m = {val evens [n]: [n]i32 -> []i32}
-- fails: E0404
module type m = {val sum: []i32 -> i32}
