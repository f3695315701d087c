-- An update of a parameter that is not unique.
def set (xs: []i32) = xs with [0] = 1
--> UniquenessError [E0502] program.fut:2:23: this update consumes xs, a parameter that is not unique
--> 2 | def set (xs: []i32) = xs with [0] = 1
-->   |                       ^^
--> note: xs is declared here
--> 2 | def set (xs: []i32) = xs with [0] = 1
-->   |          ^^
--> hint: declare its type unique, (xs: *[]i32), or consume a copy: copy xs
---
-- A use after an update.
def f (xs: *[]i32) = let ys = xs with [0] = 1 in xs[0] + ys[0]
--> UniquenessError [E0501] program.fut:2:50: xs is used here, but was consumed before
--> 2 | def f (xs: *[]i32) = let ys = xs with [0] = 1 in xs[0] + ys[0]
-->   |                                                  ^^
--> note: xs is consumed here
--> 2 | def f (xs: *[]i32) = let ys = xs with [0] = 1 in xs[0] + ys[0]
-->   |                               ^^
--> hint: use it before it is consumed, or consume a copy: copy xs
---
-- A use of another name of what was updated.
def f (xs: *[]i32) = let ys = xs let xs[0] = 1 in ys[0] + xs[0]
--> UniquenessError [E0501] program.fut:2:51: ys is used here, but xs, which it may share memory with, was consumed before
--> 2 | def f (xs: *[]i32) = let ys = xs let xs[0] = 1 in ys[0] + xs[0]
-->   |                                                   ^^
--> note: xs is consumed here
--> 2 | def f (xs: *[]i32) = let ys = xs let xs[0] = 1 in ys[0] + xs[0]
-->   |                                      ^^
--> hint: use it before it is consumed, or consume a copy: copy xs
---
-- A row taken before the update.
def f (m: *[][]i32) = let row = m[0] let m[0, 0] = 5 in (row, m)
--> UniquenessError [E0501] program.fut:2:58: row is used here, but m, which it may share memory with, was consumed before
--> 2 | def f (m: *[][]i32) = let row = m[0] let m[0, 0] = 5 in (row, m)
-->   |                                                          ^^^
--> note: m is consumed here
--> 2 | def f (m: *[][]i32) = let row = m[0] let m[0, 0] = 5 in (row, m)
-->   |                                          ^
--> hint: use it before it is consumed, or consume a copy: copy m
---
-- An update of a constant.
def table = [1i32, 2, 3]
def f (i: i64) = table with [i] = 0
--> UniquenessError [E0502] program.fut:3:18: this update consumes table, which is defined at top level
--> 3 | def f (i: i64) = table with [i] = 0
-->   |                  ^^^^^
--> note: table is defined here
--> 2 | def table = [1i32, 2, 3]
-->   |     ^^^^^
--> hint: consume a copy: copy table
---
-- A result that shares a constant.
def table = [1i32, 2, 3]
def f (x: i32) = table
--> UniquenessError [E0503] program.fut:3:18: the result of f may share memory with the top-level value table, but a function may give only its own values or parts of its arguments
--> 3 | def f (x: i32) = table
-->   |                  ^^^^^
--> note: table is defined here
--> 2 | def table = [1i32, 2, 3]
-->   |     ^^^^^
--> hint: give a copy: copy table
---
-- A unique result that is the parameter.
def f (xs: []i32): *[]i32 = xs
--> UniquenessError [E0503] program.fut:2:29: the result is declared unique, but may share memory with the parameter xs, which is not unique
--> 2 | def f (xs: []i32): *[]i32 = xs
-->   |                             ^^
--> note: xs is bound here
--> 2 | def f (xs: []i32): *[]i32 = xs
-->   |        ^^
--> hint: give a copy: copy ..., or declare the result type without *
---
-- One array twice in a unique result.
def f (xs: *[]i32): *([]i32, []i32) = (xs, xs)
--> UniquenessError [E0503] program.fut:2:39: the parts of a unique result may share memory: both hold xs
--> 2 | def f (xs: *[]i32): *([]i32, []i32) = (xs, xs)
-->   |                                       ^^^^^^^^
--> hint: copy one of them: copy xs
---
-- An update with a part of itself.
def f (m: *[][]i32) = m with [0] = m[1]
--> UniquenessError [E0505] program.fut:2:36: the new value may share memory with m, which is updated in place
--> 2 | def f (m: *[][]i32) = m with [0] = m[1]
-->   |                                    ^^^^
--> note: m is updated here
--> 2 | def f (m: *[][]i32) = m with [0] = m[1]
-->   |                       ^
--> hint: update with a copy of the value: copy ...
---
-- A loop over an array of the caller.
def f (xs: []i64) = loop xs for i < 10 do xs with [i] = i
--> UniquenessError [E0502] program.fut:2:26: the loop, as its parameter is updated in place, consumes xs, a parameter that is not unique
--> 2 | def f (xs: []i64) = loop xs for i < 10 do xs with [i] = i
-->   |                          ^^
--> note: xs is declared here
--> 2 | def f (xs: []i64) = loop xs for i < 10 do xs with [i] = i
-->   |        ^^
--> hint: declare its type unique, (xs: *[]i64), or consume a copy: copy xs
---
-- A loop that updates an array from outside.
def f (n: i64) (ys: *[]i64) = loop s = 0 for i < n do let ys[i] = i in s + ys[i]
--> UniquenessError [E0502] program.fut:2:59: this update consumes ys, which is bound outside this loop
--> 2 | def f (n: i64) (ys: *[]i64) = loop s = 0 for i < n do let ys[i] = i in s + ys[i]
-->   |                                                           ^^
--> note: ys is bound here
--> 2 | def f (n: i64) (ys: *[]i64) = loop s = 0 for i < n do let ys[i] = i in s + ys[i]
-->   |                 ^^
--> hint: make it a loop parameter, or consume a copy: copy ys
---
-- Two loop parameters that become one array.
def f (n: i64) = loop (xs, ys) = (iota n, iota n) for i < 10 do let xs[0] = i in (xs, xs)
--> UniquenessError [E0503] program.fut:2:65: the loop updates xs in place, but the body gives xs and ys values that may both share memory with xs
--> 2 | def f (n: i64) = loop (xs, ys) = (iota n, iota n) for i < 10 do let xs[0] = i in (xs, xs)
-->   |                                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^
--> note: xs is a parameter of the loop
--> 2 | def f (n: i64) = loop (xs, ys) = (iota n, iota n) for i < 10 do let xs[0] = i in (xs, xs)
-->   |                        ^^
--> hint: copy one of them: copy xs
---
-- An update inside map of something outside.
def f (xs: *[]i64) = map (\i -> (xs with [i] = 0)[0]) (iota 10)
--> UniquenessError [E0502] program.fut:2:34: this update consumes xs, which is bound outside this function
--> 2 | def f (xs: *[]i64) = map (\i -> (xs with [i] = 0)[0]) (iota 10)
-->   |                                  ^^
--> note: xs is bound here
--> 2 | def f (xs: *[]i64) = map (\i -> (xs with [i] = 0)[0]) (iota 10)
-->   |        ^^
--> hint: consume a copy: copy xs
---
-- scatter into an array that is used after.
def f (xs: *[]i32) (is: []i64) (vs: []i32) = let ys = scatter xs is (map (const 1) is) in (xs, ys, vs)
--> UniquenessError [E0501] program.fut:2:92: xs is used here, but was consumed before
--> 2 | def f (xs: *[]i32) (is: []i64) (vs: []i32) = let ys = scatter xs is (map (const 1) is) in (xs, ys, vs)
-->   |                                                                                            ^^
--> note: xs is consumed here
--> 2 | def f (xs: *[]i32) (is: []i64) (vs: []i32) = let ys = scatter xs is (map (const 1) is) in (xs, ys, vs)
-->   |                                                               ^^
--> hint: use it before it is consumed, or consume a copy: copy xs
---
-- One array for a consumed and another parameter.
def swap (a: *[]i32) (b: []i32) = a with [0] = b[0]
def f (xs: *[]i32) = swap xs xs
--> UniquenessError [E0501] program.fut:3:30: xs is passed here, but another argument of the same call consumes it
--> 3 | def f (xs: *[]i32) = swap xs xs
-->   |                              ^^
--> note: xs is consumed here
--> 3 | def f (xs: *[]i32) = swap xs xs
-->   |                           ^^
--> hint: pass a copy: copy xs
---
-- One array twice in a consumed parameter.
def g (t: *([]i64, []i64)) = t.0[0] + t.1[0]
def f (n: i64) = let xs = iota n in g (xs, xs)
--> UniquenessError [E0505] program.fut:3:39: two parts of this argument share the memory of xs, but the function consumes both
--> 3 | def f (n: i64) = let xs = iota n in g (xs, xs)
-->   |                                       ^^^^^^^^
--> hint: copy one of them: copy xs
---
-- map of a function that consumes.
def clear (xs: *[]i32) = xs with [0] = 0
def f (xss: *[][]i32) = map clear xss
--> UniquenessError [E0504] program.fut:3:29: argument 1 of map consumes its argument: it has type *[]i32 -> *[]i32 where _ -> _ is needed
--> 3 | def f (xss: *[][]i32) = map clear xss
-->   |                             ^^^^^
--> note: map has type [n] 'a 'x. (a -> x) -> [n]a -> *[n]x
--> hint: consume a copy instead: copy x
---
-- A consuming function applied in part.
def set (xs: *[]i32) (i: i64) = xs with [i] = 1
def f (xs: *[]i32) = let g = set xs in (g 0, g 1)
--> UniquenessError [E0504] program.fut:3:34: xs is consumed while a function is bound: the function may be applied many times, and would use it each time
--> 3 | def f (xs: *[]i32) = let g = set xs in (g 0, g 1)
-->   |                                  ^^
--> note: the function is bound here
--> 3 | def f (xs: *[]i32) = let g = set xs in (g 0, g 1)
-->   |                          ^
--> hint: give the function a copy: copy xs
---
-- A function that still sees what was updated.
def f (xs: *[]i32) = let g = \i -> xs[i] let xs[0] = 1 in g 0
--> UniquenessError [E0501] program.fut:2:59: g is used here, but xs, which it may share memory with, was consumed before
--> 2 | def f (xs: *[]i32) = let g = \i -> xs[i] let xs[0] = 1 in g 0
-->   |                                                           ^
--> note: xs is consumed here
--> 2 | def f (xs: *[]i32) = let g = \i -> xs[i] let xs[0] = 1 in g 0
-->   |                                              ^^
--> hint: use it before it is consumed, or consume a copy: copy xs
---
-- A constant can't be unique.
def table : *[3]i32 = [1, 2, 3]
--> UniquenessError [E0502] program.fut:2:13: a top-level value can't be unique: everything may use it
--> 2 | def table : *[3]i32 = [1, 2, 3]
-->   |             ^^^^^^^
--> hint: leave out the *, and consume a copy where one is needed: copy table
---
-- An update of a parameter of two dimensions.
def f [n] (xs: [n][n]i32) = xs with [0, 0] = 1
--> UniquenessError [E0502] program.fut:2:29: this update consumes xs, a parameter that is not unique
--> 2 | def f [n] (xs: [n][n]i32) = xs with [0, 0] = 1
-->   |                             ^^
--> note: xs is declared here
--> 2 | def f [n] (xs: [n][n]i32) = xs with [0, 0] = 1
-->   |            ^^
--> hint: declare its type unique, (xs: *[n][n]i32), or consume a copy: copy xs
---
-- A value that is kept while its memory is consumed.
def f (xs: *[]i32) = (xs, xs with [0] = 1)
--> UniquenessError [E0501] program.fut:2:27: xs is consumed here, but the expression around it still uses its old value
--> 2 | def f (xs: *[]i32) = (xs, xs with [0] = 1)
-->   |                           ^^
--> note: this may share memory with xs
--> 2 | def f (xs: *[]i32) = (xs, xs with [0] = 1)
-->   |                       ^^
--> hint: consume a copy: copy xs
---
-- A partial application that consumes.
def set (xs: *[]i64) (i: i64) = (xs with [0] = i)[0]
def f (xs: *[]i64) = map (set xs) (iota 3)
--> UniquenessError [E0504] program.fut:3:31: xs is consumed while a function is passed: the function may be applied many times, and would use it each time
--> 3 | def f (xs: *[]i64) = map (set xs) (iota 3)
-->   |                               ^^
--> note: the function is passed here
--> 3 | def f (xs: *[]i64) = map (set xs) (iota 3)
-->   |                           ^^^^^^
--> hint: give the function a copy: copy xs
---
-- A function that consumes behind a pipe.
def reset (xs: *[]i32) = xs with [0] = 0
def f (xs: *[]i32) = xs |> reset
--> UniquenessError [E0504] program.fut:3:28: reset consumes its argument, but an operator takes only functions that do not
--> 3 | def f (xs: *[]i32) = xs |> reset
-->   |                            ^^^^^
--> hint: apply it without the operator, as in f (x)
---
-- A loop parameter that is declared without *.
def f (n: i64) = loop (xs: []i64) = iota n for i < n do xs with [i] = 0
--> UniquenessError [E0502] program.fut:2:57: this update consumes xs, a parameter that is not unique
--> 2 | def f (n: i64) = loop (xs: []i64) = iota n for i < n do xs with [i] = 0
-->   |                                                         ^^
--> note: xs is declared here
--> 2 | def f (n: i64) = loop (xs: []i64) = iota n for i < n do xs with [i] = 0
-->   |                        ^^
--> hint: declare its type unique, (xs: *[]i64), or consume a copy: copy xs
---
-- A record whose field is gone.
def f (r: *{a: [2]i32, b: [2]i32}) = let x = r.a with [0] = 1 in (x, r)
--> UniquenessError [E0501] program.fut:2:70: r is used here, but its part r.a was consumed before
--> 2 | def f (r: *{a: [2]i32, b: [2]i32}) = let x = r.a with [0] = 1 in (x, r)
-->   |                                                                      ^
--> note: r.a is consumed here
--> 2 | def f (r: *{a: [2]i32, b: [2]i32}) = let x = r.a with [0] = 1 in (x, r)
-->   |                                              ^^^
--> hint: use it before it is consumed, or consume a copy: copy r.a
