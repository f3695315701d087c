-- Arrays that may have different sizes.
def dot (xs: []f64) (ys: []f64) = f64.sum (map2 (*) xs ys)
def f [n] [m] (xs: [n]f64) (ys: [m]f64) = dot (map2 (+) xs ys) xs
--> SizeError [E0401] program.fut:3:60: argument 3 of map2 should have type [n]f64, but has type [m]f64: sizes n and m differ
--> 3 | def f [n] [m] (xs: [n]f64) (ys: [m]f64) = dot (map2 (+) xs ys) xs
-->   |                                                            ^^
--> note: size n is bound here
--> 3 | def f [n] [m] (xs: [n]f64) (ys: [m]f64) = dot (map2 (+) xs ys) xs
-->   |       ^^^
--> note: size m is bound here
--> 3 | def f [n] [m] (xs: [n]f64) (ys: [m]f64) = dot (map2 (+) xs ys) xs
-->   |           ^^^
--> note: map2 has type [n] 'a 'b 'x. (a -> b -> x) -> [n]a -> [n]b -> *[n]x
--> hint: if they are always equal, say so with a size coercion, checked at run time: ys :> [n]f64
---
-- The sizes of a matrix product in the wrong order.
def matmul [n][p][m] (a: [n][p]f64) (b: [p][m]f64): [n][m]f64 =
  map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
def square [n][m] (a: [n][m]f64) = matmul a a
--> SizeError [E0401] program.fut:4:45: argument 2 of matmul should have type [m][m]f64, but has type [n][m]f64: sizes m and n differ
--> 4 | def square [n][m] (a: [n][m]f64) = matmul a a
-->   |                                             ^
--> note: size m is bound here
--> 4 | def square [n][m] (a: [n][m]f64) = matmul a a
-->   |               ^^^
--> note: size n is bound here
--> 4 | def square [n][m] (a: [n][m]f64) = matmul a a
-->   |            ^^^
--> note: matmul has type [n] [p] [m]. [n][p]f64 -> [p][m]f64 -> [n][m]f64
--> 2 | def matmul [n][p][m] (a: [n][p]f64) (b: [p][m]f64): [n][m]f64 =
-->   |     ^^^^^^
--> hint: if they are always equal, say so with a size coercion, checked at run time: a :> [m][m]f64
---
-- A filter has a size of its own.
def f [n] (xs: [n]i32): [n]i32 = filter (> 0) xs
--> SizeError [E0401] program.fut:2:34: the body of f should have type [n]i32, but has type [k]i32: sizes n and k differ
--> 2 | def f [n] (xs: [n]i32): [n]i32 = filter (> 0) xs
-->   |                                  ^^^^^^^^^^^^^^^
--> note: size n is bound here
--> 2 | def f [n] (xs: [n]i32): [n]i32 = filter (> 0) xs
-->   |       ^^^
--> note: size k is only known when this is computed
--> 2 | def f [n] (xs: [n]i32): [n]i32 = filter (> 0) xs
-->   |                                  ^^^^^^^^^^^^^^^
--> note: the result type is declared here
--> 2 | def f [n] (xs: [n]i32): [n]i32 = filter (> 0) xs
-->   |                         ^^^^^^
--> hint: if they are always equal, say so with a size coercion, checked at run time: (filter (> 0) xs) :> [n]i32
---
-- Two filters.
def f (xs: []i32) = zip (filter (> 0) xs) (filter (< 0) xs)
--> SizeError [E0401] program.fut:2:43: argument 2 of zip should have type [k]i32, but has type [k_1]i32: sizes k and k_1 differ
--> 2 | def f (xs: []i32) = zip (filter (> 0) xs) (filter (< 0) xs)
-->   |                                           ^^^^^^^^^^^^^^^^^
--> note: size k is only known when this is computed
--> 2 | def f (xs: []i32) = zip (filter (> 0) xs) (filter (< 0) xs)
-->   |                          ^^^^^^^^^^^^^^^
--> note: size k_1 is only known when this is computed
--> 2 | def f (xs: []i32) = zip (filter (> 0) xs) (filter (< 0) xs)
-->   |                                            ^^^^^^^^^^^^^^^
--> note: zip has type [n] 'a 'b. [n]a -> [n]b -> *[n](a, b)
--> hint: two arrays whose sizes are known only at run time may differ: name the size of one, let [k] (ys: [k]t) = ..., and coerce the other to it, zs :> [k]t, which is checked at run time
---
-- Rows of different lengths.
def table = [[1i32, 2, 3], [4, 5]]
--> SizeError [E0401] program.fut:2:28: element 1 of this array should have type [3]i32, but has type [2]i32: sizes 3 and 2 differ
--> 2 | def table = [[1i32, 2, 3], [4, 5]]
-->   |                            ^^^^^^
--> note: the first element has type [3]i32
--> 2 | def table = [[1i32, 2, 3], [4, 5]]
-->   |              ^^^^^^^^^^^^
---
-- An array with a row for each number of columns.
def triangle (n: i64) = map (\i -> iota i) (iota n)
--> SizeError [E0402] program.fut:2:29: argument 1 of map has type (i: i64) -> [i]i64, whose result size i is not the same for every call, but here one size for all is needed
--> 2 | def triangle (n: i64) = map (\i -> iota i) (iota n)
-->   |                             ^^^^^^^^^^^^^^
--> note: size i is bound here
--> 2 | def triangle (n: i64) = map (\i -> iota i) (iota n)
-->   |                               ^
--> note: map has type [n] 'a 'x. (a -> x) -> [n]a -> *[n]x
--> hint: arrays must be regular: every row has the same size
---
-- A filter inside map.
def f (xss: [][]i32) = map (filter (> 0)) xss
--> SizeError [E0402] program.fut:2:28: argument 1 of map has type []_ -> *[]_, whose result size k is not the same for every call, but here one size for all is needed
--> 2 | def f (xss: [][]i32) = map (filter (> 0)) xss
-->   |                            ^^^^^^^^^^^^^^
--> note: map has type [n] 'a 'x. (a -> x) -> [n]a -> *[n]x
--> hint: arrays must be regular: every row has the same size
---
-- One element more than declared.
def f (n: i64): [n]i64 = iota (n + 1)
--> SizeError [E0401] program.fut:2:26: the body of f should have type [n]i64, but has type [n+1]i64: sizes n and n+1 differ
--> 2 | def f (n: i64): [n]i64 = iota (n + 1)
-->   |                          ^^^^^^^^^^^^
--> note: size n is bound here
--> 2 | def f (n: i64): [n]i64 = iota (n + 1)
-->   |        ^
--> note: the result type is declared here
--> 2 | def f (n: i64): [n]i64 = iota (n + 1)
-->   |                 ^^^^^^
--> hint: if they are always equal, say so with a size coercion, checked at run time: (iota (n + 1)) :> [n]i64
---
-- A size that is an i32.
def f (n: i32): []i64 = iota n
--> TypeError [E0201] program.fut:2:30: argument 1 of iota should have type i64, but has type i32
--> 2 | def f (n: i32): []i64 = iota n
-->   |                              ^
--> note: iota has type (n: i64) -> *[n]i64
--> hint: convert with i64.i32 n
---
-- A size parameter that is used nowhere.
def zeros [n] (x: i32) = x + i32.i64 n
--> SizeError [E0405] program.fut:2:11: the size [n] is the size of nothing in the type of zeros
--> 2 | def zeros [n] (x: i32) = x + i32.i64 n
-->   |           ^^^
--> hint: a size parameter gets its value from an array: use it in a type, (xs: [n]t), or make it a parameter, (n: i64)
---
-- A size that a function alone mentions.
def f (x: bool) =
  let n = if x then 10 else 20
  in \(ys: [n]bool) -> ys[0]
--> SizeError [E0402] program.fut:2:5: nothing shows the size n of type []bool -> bool: no array has it, it is only a part of another size or of a function's type
--> 2 | def f (x: bool) =
-->   |     ^
--> note: size n is only known when this is computed
--> 3 |   let n = if x then 10 else 20
-->   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--> hint: add an array of that size, such as [n](), which takes no memory; or let the function take an array of any size and convert it inside with :>
---
-- A size inside another parameter's pattern.
def f (n: i64, m: i64) (xs: [n]i32) = xs[m]
--> SizeError [E0402] program.fut:2:25: this parameter has type [n]i32, but the caller can't know the size n: it is a part of another parameter
--> 2 | def f (n: i64, m: i64) (xs: [n]i32) = xs[m]
-->   |                         ^^
--> note: n is bound here, inside a pattern
--> 2 | def f (n: i64, m: i64) (xs: [n]i32) = xs[m]
-->   |        ^
--> hint: make n a parameter of its own, (n: i64), or take an array of any size and convert it inside with :>
---
-- A size that is not determined.
def n = length ???
--> SizeError [E0405] program.fut:2:9: the size n of length is not determined here
--> 2 | def n = length ???
-->   |         ^^^^^^
--> note: length has type [n] 't. [n]t -> i64
--> hint: say the type of the result or of the argument, with sizes: e : [3]t
---
-- The type of the elements of an empty array comes too late.
def f (xs: []i32) =
  let a = [] : [][]i32
  let b = [filter (> 0) xs]
  in a[0] == b[0]
--> SizeError [E0402] program.fut:3:11: this array has type [0][]i32, but its size is not known here
--> 3 |   let a = [] : [][]i32
-->   |           ^^
--> note: the size comes into being here
--> 4 |   let b = [filter (> 0) xs]
-->   |            ^^^^^^^^^^^^^^^
--> hint: compute the size first and bind it with let, or use :> to give the value another size
---
-- An array of any size in a type.
type vector = []f64
--> SizeError [E0404] program.fut:2:15: type vector has sizes that are not known
--> 2 | type vector = []f64
-->   |               ^^^^^
--> hint: make them parameters, type vector [n] = ..., or write type~
---
-- An unknown size that nothing has.
type~ t = ?[n].bool
--> SizeError [E0404] program.fut:2:11: the unknown size ?[n] is the size of nothing in this type
--> 2 | type~ t = ?[n].bool
-->   |           ^^^^^^^^^
--> hint: leave it out, or add an array of that size: [n]()
---
-- Composition after filter.
def count = filter (> 0i32) >-> length
--> SizeError [E0402] program.fut:2:13: filter (> 0i32) has type []i32 -> *[]i32, whose result size is another for each call, but in a composition length needs one size for all
--> 2 | def count = filter (> 0i32) >-> length
-->   |             ^^^^^^^^^^^^^^^
--> hint: use pipes or applications instead: \xs -> xs |> ... |> ...
---
-- An entry point whose caller would choose a size.
entry rows: [0][]i32 = []
--> SizeError [E0212] program.fut:2:7: entry point rows gives an array of a size n that its caller would choose: it has type [n]. [0][n]i32
--> 2 | entry rows: [0][]i32 = []
-->   |       ^^^^
--> hint: make the size a parameter: (n: i64)
---
-- An entry point with a size inside a size.
entry last [n] (xs: [n + 1]i32) = xs[n]
--> SizeError [E0212] program.fut:2:7: the size n of entry point last is not the size of an array among its parameters, only a part of a size: it has type [n]. [n+1]i32 -> i32
--> 2 | entry last [n] (xs: [n + 1]i32) = xs[n]
-->   |       ^^^^
--> hint: make it a parameter, (n: i64), or take an array of any size and convert it inside with :>
---
-- unflatten without the sizes.
def f = unflatten (iota 12)
--> SizeError [E0401] program.fut:2:19: argument 1 of unflatten should have type [_*_]i64, but has type [12]i64: sizes _*_ and 12 differ
--> 2 | def f = unflatten (iota 12)
-->   |                   ^^^^^^^^^
--> note: unflatten has type [n] [m] 't. [n*m]t -> [n][m]t
--> hint: say which sizes are meant, by a size coercion of the argument: e :> [3*4]t
---
-- A loop that needs another size.
def f [n] (xs: [n]i32) (ys: [2]i32) = loop zs = ys for _i < 3 do map2 (+) zs xs
--> SizeError [E0401] program.fut:2:49: the initial value of the loop has size 2 where the loop needs size n
--> 2 | def f [n] (xs: [n]i32) (ys: [2]i32) = loop zs = ys for _i < 3 do map2 (+) zs xs
-->   |                                                 ^^
--> note: size n is bound here
--> 2 | def f [n] (xs: [n]i32) (ys: [2]i32) = loop zs = ys for _i < 3 do map2 (+) zs xs
-->   |       ^^^
--> hint: say that the sizes are equal with :>, checked at run time
---
-- A loop that starts with any array, and goes on with those of one size.
def f [n] (ys: [n]f64) (xs: []f64) = map2 (+) ys (loop xs for _i < 3i64 do map (+ 1) ys)
--> SizeError [E0401] program.fut:2:50: argument 3 of map2 should have type [n]f64, but has type [k]f64: sizes n and k differ
--> 2 | def f [n] (ys: [n]f64) (xs: []f64) = map2 (+) ys (loop xs for _i < 3i64 do map (+ 1) ys)
-->   |                                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--> note: size n is bound here
--> 2 | def f [n] (ys: [n]f64) (xs: []f64) = map2 (+) ys (loop xs for _i < 3i64 do map (+ 1) ys)
-->   |       ^^^
--> note: size k is only known when this is computed
--> 2 | def f [n] (ys: [n]f64) (xs: []f64) = map2 (+) ys (loop xs for _i < 3i64 do map (+ 1) ys)
-->   |                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--> note: map2 has type [n] 'a 'b 'x. (a -> b -> x) -> [n]a -> [n]b -> *[n]x
--> hint: a loop's size is unknown unless it starts with the size that its body gives: declare the size at its parameter, loop (xs: [n]f64) ..., or say it with a size coercion, checked at run time: (loop xs for _i < 3i64 do map (+ 1) ys) :> [n]f64
---
-- A loop that changes the size which a loop inside of it keeps.
def f [n] (x: [n]f64): [n]f64 =
  loop x for i < 3i64 do
    let y = loop x for _j < i do tabulate n (\q -> x[q])
    in filter (> 0) y
--> SizeError [E0401] program.fut:4:5: the body of the loop has size k where the loop needs size n
--> 4 |     let y = loop x for _j < i do tabulate n (\q -> x[q])
-->   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--> note: size n is bound here
--> 2 | def f [n] (x: [n]f64): [n]f64 =
-->   |       ^^^
--> note: size k is only known when this is computed
--> 5 |     in filter (> 0) y
-->   |        ^^^^^^^^^^^^^^
--> hint: say that the sizes are equal with :>, checked at run time
---
-- Neighbours by slices.
def f [n] (xs: [n]i32) = map2 (+) xs xs[1:]
--> SizeError [E0401] program.fut:2:38: argument 3 of map2 should have type [n]i32, but has type [n-1]i32: sizes n and n-1 differ
--> 2 | def f [n] (xs: [n]i32) = map2 (+) xs xs[1:]
-->   |                                      ^^^^^^
--> note: size n is bound here
--> 2 | def f [n] (xs: [n]i32) = map2 (+) xs xs[1:]
-->   |       ^^^
--> note: map2 has type [n] 'a 'b 'x. (a -> b -> x) -> [n]a -> [n]b -> *[n]x
--> hint: if they are always equal, say so with a size coercion, checked at run time: xs[1:] :> [n]i32
---
-- Two arrays whose sizes are known only at run time.
def f (xs: []i32) = zip (filter (> 0) xs) (filter (< 0) xs)
--> SizeError [E0401] program.fut:2:43: argument 2 of zip should have type [k]i32, but has type [k_1]i32: sizes k and k_1 differ
--> 2 | def f (xs: []i32) = zip (filter (> 0) xs) (filter (< 0) xs)
-->   |                                           ^^^^^^^^^^^^^^^^^
--> note: size k is only known when this is computed
--> 2 | def f (xs: []i32) = zip (filter (> 0) xs) (filter (< 0) xs)
-->   |                          ^^^^^^^^^^^^^^^
--> note: size k_1 is only known when this is computed
--> 2 | def f (xs: []i32) = zip (filter (> 0) xs) (filter (< 0) xs)
-->   |                                            ^^^^^^^^^^^^^^^
--> note: zip has type [n] 'a 'b. [n]a -> [n]b -> *[n](a, b)
--> hint: two arrays whose sizes are known only at run time may differ: name the size of one, let [k] (ys: [k]t) = ..., and coerce the other to it, zs :> [k]t, which is checked at run time
---
-- A constant with a size of each use and one of its own.
def x [n] : ?[m].([0][n]i32, [m]i32) = ([], filter (> 0) [1, 2])
--> SizeError [E0404] program.fut:2:5: the constant x has a size n that every use chooses, and one that is known only when it is computed: it has type [n]. ([0][n]i32, [m]i32)
--> 2 | def x [n] : ?[m].([0][n]i32, [m]i32) = ([], filter (> 0) [1, 2])
-->   |     ^
--> hint: make it a function: def x () = ...
---
-- A composition with a function whose result has the size of its argument.
def total = (\n -> replicate n 1i32) >-> i32.sum
--> SizeError [E0402] program.fut:2:13: (\n -> replicate n 1i32) has type (n: i64) -> [n]i32, whose result size is another for each call, but in a composition i32.sum needs one size for all
--> 2 | def total = (\n -> replicate n 1i32) >-> i32.sum
-->   |             ^^^^^^^^^^^^^^^^^^^^^^^^
--> hint: use pipes or applications instead: \xs -> xs |> ... |> ...
---
-- A size of a loop that no parameter has.
def f (x: i32) = loop [n] (y: i32) = x for i < 3 do y
--> SizeError [E0405] program.fut:2:18: the size [n] is the size of nothing in the type of the loop parameters
--> 2 | def f (x: i32) = loop [n] (y: i32) = x for i < 3 do y
-->   |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--> hint: a size parameter gets its value from an array: use it in a type, (xs: [n]t), or make it a parameter, (n: i64)
---
-- A size that an argument brings about after another needs it: arguments are there before the function, (f a) b.
def rows [m] [n] [k] (a: [m][n]i32) (b: [k][n]i32) = m + k
def f (xs: []i32) = rows [filter (> 0) xs] []
--> SizeError [E0402] program.fut:3:44: this array has type [0][]i32, but its size is not known here
--> 3 | def f (xs: []i32) = rows [filter (> 0) xs] []
-->   |                                            ^^
--> note: the size comes into being here
--> 3 | def f (xs: []i32) = rows [filter (> 0) xs] []
-->   |                           ^^^^^^^^^^^^^^^
--> hint: compute the size first and bind it with let, or use :> to give the value another size
---
-- A function of a size that nothing shows, beside a number.
def f (xs: []i32) = let [n] (_: [n]i32) = filter (> 0) xs in (\(ys: [n]i32) -> ys, 1)
--> SizeError [E0402] program.fut:2:5: nothing shows the size n of type ([k]i32 -> [k]i32, _): no array has it, it is only a part of another size or of a function's type
--> 2 | def f (xs: []i32) = let [n] (_: [n]i32) = filter (> 0) xs in (\(ys: [n]i32) -> ys, 1)
-->   |     ^
--> note: size n is only known when this is computed
--> 2 | def f (xs: []i32) = let [n] (_: [n]i32) = filter (> 0) xs in (\(ys: [n]i32) -> ys, 1)
-->   |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--> hint: add an array of that size, such as [n](), which takes no memory; or let the function take an array of any size and convert it inside with :>
---
-- A function applied to two arrays, whose result has a size of each.
def range_to (xs: []i64): [i64.sum xs]i64 = iota (i64.sum xs)
def f (xs: []i64) (ys: []i64) = zip (range_to xs) (range_to ys)
--> SizeError [E0401] program.fut:3:51: argument 2 of zip should have type [i64.sum xs]i64, but has type [i64.sum ys]i64: sizes i64.sum xs and i64.sum ys differ
--> 3 | def f (xs: []i64) (ys: []i64) = zip (range_to xs) (range_to ys)
-->   |                                                   ^^^^^^^^^^^^^
--> note: zip has type [n] 'a 'b. [n]a -> [n]b -> *[n](a, b)
--> hint: if they are always equal, say so with a size coercion, checked at run time: (range_to ys) :> [i64.sum xs]i64
