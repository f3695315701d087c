-- # What is consumed is not used after.
-- passes
def f (x: *[3]i32) = x with [0] = 0
-- fails: E0501
def f (x: *[3]i32) = let y = x with [0] = 0 in x
-- fails: E0501
def up (xs: *[3]i32) = xs with [0] = 0
def f (xs: *[3]i32) = (up xs, up xs)
-- fails: E0501
def g (x: *[3]i32) (y: [3]i32) = x
def f (xs: *[3]i32) = g xs xs

-- # Nor is what may share its memory: other names, parts, slices, rows, reorderings.
-- passes
def f (x: *[3]i32) = let y = copy x let z = y with [0] = 0 in (x, z)
-- passes
def f (xs: *[9]i32) = let s = xs[2] let ys = xs with [0] = 1 in (s, ys)
-- fails: E0501
def f (x: *[3]i32) = let y = x let z = y with [0] = 0 in x
-- fails: E0501
def f (xs: *[9]i32) = let s = xs[2:5] let xs[0] = 1 in (s, xs)
-- fails: E0501
def f (xs: *[9][2]i32) = let s = xs[2] let xs[0, 0] = 1 in (s, xs)
-- fails: E0501
def f (xs: *[3][2]i32) = let ys = transpose xs let xs[0, 0] = 1 in (xs, ys)
-- fails: E0501
def f (xs: *[3](i32, i32)) = let (a, b) = unzip xs let a[0] = 1 in (xs, a, b)
-- fails: E0501
def f (xs: *[6]i32) = let ys = xs :> [2 * 3]i32 let xs[0] = 1 in (xs, ys)
-- fails: E0501
def f (xs: *[6]i32) = let ys = #[opaque] assert true xs let xs[0] = 1 in (xs, ys)

-- # Parts of a tuple or record are consumed apart.
-- passes
def f (t: *([3]i32, [3]i32)) = let a = t.0 let c = a with [0] = 1 in (c, t.1)
-- passes
def f (r: *{a: [3]i32, b: [3]i32}) = let q = r with a[0] = 1 in (q.a, r.b)
-- fails: E0501
def f (t: *([3]i32, [3]i32)) = let (a, b) = t let c = a with [0] = 1 in (c, t)
-- fails: E0501
def f (r: *{a: [3]i32}) = let s = r.a let q = r with a[0] = 1 in (q, s)
-- fails: E0501
def f (xs: *[3]i32) = let s = {a = xs} let xs[0] = 1 in (xs, s.a)

-- # A branch shares what each of its branches does, and consumes what any does.
-- passes
def f (b: bool) (xs: *[3]i32) = if b then xs with [0] = 1 else xs
-- fails: E0501
def f (b: bool) (xs: *[9]i32) (ys: *[9]i32) = let z = if b then xs else ys let w = z with [0] = 1 in (w, xs)
-- fails: E0501
def f (b: bool) (xs: *[3]i32) = let y = if b then xs with [0] = 1 else copy xs in (xs, y)
-- fails: E0501
def f (s: *(#a ([3]i32) | #b)) = match s case #a x -> let y = x with [0] = 1 in (y, s) case #b -> (replicate 3 0, s)

-- # A call shares all arguments that it does not consume, unless its result is fresh.
-- passes
def f (xs: *[3][2]i32) = let ys = map (\x -> x) xs let xs[0, 0] = 1 in (xs, ys)
-- fails: E0501
def f (xs: *[3]i32) = let ys = id xs let xs[0] = 1 in (xs, ys)
-- fails: E0501
def f (xs: *[3]i32) = let ys = const xs 1i32 let xs[0] = 1 in (xs, ys)
-- fails: E0501
def f (xs: *[3]i32) = let ys = foldl (\a _ -> a) xs [1i32] let xs[0] = 1 in (xs, ys)
-- fails: E0501
def up (xs: *[9]i32): *[9]i32 = xs with [0] = 1
def f (xs: *[9]i32) = let ys = copy xs |> id in (up ys, ys)

-- # A function shares what it mentions.
-- passes
def f (xs: *[6]i32) = let g i = xs[i] in (g 0, g 1)
-- fails: E0501
def f (xs: *[6]i32) = let g (i: i64) = xs[i] let xs[0] = 1 in (xs, g 0)
-- fails: E0501
def f (xs: *[6]i32) = let g = \i -> xs[i] let xs[0] = 1 in (xs, g 0)
-- fails: E0501
def f (xs: *[6]i32) = let g = (xs ++) let xs[0] = 1 in (xs, g [1])
-- fails: E0501
def f (xs: *[6]i32) = let r = {g = \(i: i64) -> xs[i]} let xs[0] = 1 in (xs, r.g 0)
-- fails: E0501
def f (xs: *[6]i32) = let ys = () |> (\() -> xs) let xs[0] = 1 in (xs, ys)

-- # Only a parameter declared *t, or a value of the function's own, is consumed.
-- passes
def f (a: []i32) = let a = copy a let a[0] = 1 in a
-- fails: E0502
def f (a: []i32) = let a[0] = a[0] + 1 in a
-- fails: E0502
def xs = [1i32, 2, 3]
def f () = xs with [0] = 1
-- fails: E0502
module m = {def xs = [1i32, 2, 3]}
def f () = m.xs with [0] = 1
-- fails: E0502
module m: {type t val mk: i32 -> *t val up: *t -> *t} = {type t = [1]i32 def mk (x: i32): *t = [x] def up (x: *t): *t = x with [0] = 2}
def x = m.mk 1
def f () = m.up x
-- fails: E0502
module p (m: {type t val zero: t val up: *t -> *t}) = {def f () = m.up m.zero}
-- fails: E0502
def f (xs: [3]i32) = (xs : *[3]i32) with [0] = 1
-- fails: E0502
def f 'a (up: *a -> *a) (x: a) = up x

-- # With one * in the type of a parameter all of it is consumed.
-- passes
def first (a: *[3]i32) (b: [3]i32) = a with [0] = b[0]
def f (a: *[3]i32) (b: [3]i32) = first a b
-- fails: E0502
def both ((a, b): (*[3]i32, [3]i32)) = (a, b)
def f (a: *[3]i32) (b: [3]i32) = both (a, b)

-- # A body that may run many times consumes nothing from outside.
-- passes
def f (n: i64) = map (\i -> replicate 3 i with [0] = 1) (iota n)
-- fails: E0502
def f (xs: *[3]i32) = map (\i -> (xs with [i] = 1)[0]) (iota 3)
-- fails: E0502
def f (xs: *[3]i32) = let g (i: i64) = xs with [i] = 1 in g 0
-- fails: E0502
def f (xs: *[3]i32) = loop a = 0i32 for i < 3 do let ys = xs with [i] = 1 in a + ys[0]

-- # A fresh result shares nothing that the caller can see, and its parts nothing with each other.
-- passes
def f (xs: *[]i32): (*[]i32, *[]i32) = (xs, copy xs)
-- fails: E0503
def f (xs: []i32): *[]i32 = xs
-- fails: E0503
def f (xs: *[]i32): (*[]i32, *[]i32) = (xs, xs)
-- fails: E0503
def twice x = (x, x)
def f (xs: []i32): (*[]i32, *[]i32) = twice (copy xs)
-- fails: E0503
def f (xs: *[3]i32) (ys: [3]i32): *([3]i32, [3]i32) = (xs, ys)

-- # A function gives no global value, unless its type is abstract; a fresh result is none.
-- passes
def x = [1i32, 2]
def f () = copy x
-- passes
module p (m: {type t val zero: t}) = {def f (b: bool) = if b then m.zero else copy m.zero}
-- fails: E0503
module p (m: {type t val zero: t}) = {def f (): *m.t = m.zero}
-- fails: E0503
def x = [1i32, 2]
def f () = x
-- fails: E0503
def x = [1i32, 2]
def f (y: i32) = (y, x)

-- # What is given for a consumed parameter shares nothing with itself.
-- passes
def g (t: *([]i64, []i64)) = 0i32
def f n = let x = iota n in g (copy (x, x))
-- fails: E0505
def g (t: *([]i64, []i64)) = 0i32
def f n = let x = iota n in g (x, x)

-- # The new value of an update shares nothing with the array.
-- passes
def f (xs: *[3][3]i32) = xs with [0] = copy xs[1]
-- fails: E0505
def f (xs: *[3][3]i32) = xs with [0] = xs[1]

-- # A function that consumes is given only where the parameter says so, and no function's type hides it.
-- passes
def ap 'a 'b (f: *a -> b) (x: *a) = f x
def up [n] (xs: *[n]i32) = xs with [0] = 0
def f (xs: *[3]i32) = ap up xs
-- fails: E0504
def ap 'a 'b (f: a -> b) (x: a) = f x
def up [n] (xs: *[n]i32) = xs with [0] = 0
def f (xs: *[3]i32) = ap up xs
-- fails: E0504
def f (xs: *[]f32): f32 = 0
def g: []f32 -> f32 = f
-- fails: E0504
def up (xs: *[3]i32): *[3]i32 = xs with [0] = 1
def f (xs: *[2][3]i32) = map up xs
-- fails: E0504
def up (xs: *[3]i32): *[3]i32 = xs with [0] = 1
def f (xs: *[3]i32) = xs |> up

-- # A function whose result is not fresh is not given for one whose result is.
-- passes
def ap (f: [3]i32 -> *[3]i32) (x: [3]i32): *[3]i32 = f x
def f (x: [3]i32) = ap (\y -> copy y) x
-- fails: E0503
def ap (f: [3]i32 -> *[3]i32) (x: [3]i32): *[3]i32 = f x
def f (x: [3]i32) = ap (\y -> y) x

-- # What a let binds to a function consumes nothing.
-- passes
def f (xs: *[3]i32) = let ys = xs with [0] = 1 let g = \i -> ys[i] in g 0
-- fails: E0504
def f (xs: *[3]i32) = let g = let ys = xs with [0] = 1 in \i -> ys[i] in g 0
-- fails: E0504
def up (xs: *[]i32) (i: i32) (y: i32) = xs with [i] = y
def f (xs: *[]i32) = let g = up xs in (g 0 0, g 0 0)

-- # A loop consumes the initial values of the parameters that it updates; the body gives each of them its own.
-- passes
def f (xs: *[3]i32) = loop a = xs for i < 3 do a with [i] = 1
-- fails: E0501
def f (xs: *[3]i32) = let ys = loop a = xs for i < 3 do a with [i] = 1 in (ys, xs)
-- fails: E0503
def f (n: i64) = loop (xs: []i32, ys: *[]i32) = (replicate n 0, replicate n 0) for i < 10 do (xs, xs)
-- fails: E0503
def f (n: i64) = loop (xs: *[]i32, ys: *[]i32) = (replicate n 0, replicate n 0) for i < 10 do (xs, xs)
-- fails: E0502
def f (xs: *[9]i32) = loop xs: [9]i32 for i < 9 do xs with [i] = 1
-- fails: E0502
def pass (xs: [4]i32): [4]i32 = xs
def f (s: [4]i32): *[4]i32 = let s = loop s for _i < 3 do pass s in s with [0] = 7

-- # The result of a loop shares its initial values and what its parameters may become.
-- passes
def f (xs: *[6]i32) = let ys = loop a = copy xs for i < 3 do a let xs[0] = 1 in (xs, ys)
-- fails: E0501
def f (xs: *[6]i32) = let ys = loop a = xs for i < 3 do a let xs[0] = 1 in (xs, ys)
-- fails: E0501
def f (xs: *[6][2]i32) = let y = loop a = [0i32, 0] for x in xs do x let xs[0, 0] = 1 in (xs, y)
