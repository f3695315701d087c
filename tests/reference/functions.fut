-- # A top-level function may call itself; a local function, a constant and a lambda may not.
-- passes
def f (n: i64): i64 = if n <= 0 then 0 else f (n - 1)
-- fails: E0301
def x: i32 = x + 1
-- fails: E0301
def f: i32 -> i32 = \x -> if x <= 0 then 0 else f (x - 1)
-- fails: E0301
def f (x: i32) = let g (y: i32): i32 = g y in g x
-- fails: E0301
module m = {def f (x: i32): i32 = m.f x}

-- # Functions are not mutually recursive.
-- passes
def g (x: i32): i32 = if x > 9 then x else g (x + 1)
def f (x: i32) = g x
-- fails: E0301
def f (x: i32): i32 = g x
def g (x: i32): i32 = f x

-- # A recursive function calls itself at its own type parameters, and gives no function.
-- passes
def f 'a (n: i64) (x: a): a = if n <= 0 then x else f (n - 1) x
-- fails: E0201
def f 'a (x: a) (n: i32): i32 = if n <= 0 then 0 else f (x, x) (n - 1)
-- fails: E0207
def f (n: i32): i32 -> i32 = if n <= 0 then \x -> x else f (n - 1)

-- # A recursive function that takes functions gives itself all arguments, and the functions unchanged.
-- passes
def rep 'a (f: a -> a) (n: i64) (x: a): a = if n == 0 then x else rep f (n - 1) (f x)
-- fails: E0213
def go (g: i64 -> i64) (n: i64): i64 = if n == 0 then g 0 else go (\x -> g x * 2) (n - 1)
-- fails: E0213
def rep (n: i64) (f: i64 -> i64) (x: i64): i64 = if n == 0 then x else let g = rep (n - 1) f in g (f x)

-- # What a recursive call consumes is consumed.
-- passes
def f [n] (xs: *[n]i32) (i: i64): *[n]i32 = if i == n then xs else f (xs with [i] = 0) (i + 1)
-- fails: E0501
def f [n] (xs: *[n]i32) (i: i64): *[n]i32 = if i == n then xs else let ys = f xs (i + 1) in xs

-- # The type of a recursive function mentions it in no size.
-- passes
def f (n: i64): []i32 = if n == 0 then [] else f (n - 1) ++ [1]
-- fails: E0201
def f (n: i64): [f n]i32 = replicate (f n) 0

-- # Entry points stand at the top level.
-- passes
module m = {def f (x: i32) = x}
entry f = m.f
-- fails: E0212
module m = {entry f (x: i32) = x}

-- # Entry points are not polymorphic, and take and give no functions; nor does main.
-- passes
entry f (x: i32) = [x]
-- passes
type function = #add i32 | #mul i32
entry apply (f: function) (x: i32) = match f case #add y -> x + y case #mul y -> x * y
-- fails: E0212
entry f 't (x: t) = x
-- fails: E0212
entry f x = x
-- fails: E0212
def main x = x
-- fails: E0212
entry f (g: i32 -> i32) (x: i32) = g x
-- fails: E0212
entry f (x: i32) = (\y -> x + y : i32, 1i32)
-- fails: E0212
module m: {type^ t val app: t -> i64} = {type^ t = i64 -> i64 def app (f: t) = f 1}
entry f (x: m.t) = m.app x

-- # Each size of an entry point is that of an array among its parameters.
-- passes
entry f (n: i64): [0][n]i32 = []
-- passes
entry f (x: i64) (a: [x + 1]i32) = a[0]
-- fails: E0212
entry f [n]: [0][n]i32 = []
-- fails: E0212
entry f: [0][]i32 = []
-- fails: E0212
entry f [x] (a: [x + 1]i32) = a[0]

-- # A function is applied to no more arguments than it takes.
-- passes
def f = i32.max 1 2
-- fails: E0202
def f = i32.abs 1 2
-- fails: E0202
def f = 1i32 2i32

-- # Attributes change nothing; unknown ones are ignored.
-- passes
def f (x: i32) = #[foo(bar)] x
-- fails: E0101
def f (x: i32) = #[unroll x
