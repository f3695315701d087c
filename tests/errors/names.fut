-- A slip in a name.
def total (xs: []f64) = redcue (+) 0 xs
--> NameError [E0301] program.fut:2:25: unknown name redcue
--> 2 | def total (xs: []f64) = redcue (+) 0 xs
-->   |                         ^^^^^^
--> hint: did you mean reduce?
---
-- A function of a scalar module without the module.
def norm (x: f64) (y: f64) = sqrt (x * x + y * y)
--> NameError [E0301] program.fut:2:30: unknown name sqrt
--> 2 | def norm (x: f64) (y: f64) = sqrt (x * x + y * y)
-->   |                              ^^^^
--> hint: did you mean f64.sqrt, f32.sqrt?
---
-- A slip in a name of a module.
def area (r: f64) = f64.p1 * r * r
--> NameError [E0301] program.fut:2:21: unknown name p1 in module f64
--> 2 | def area (r: f64) = f64.p1 * r * r
-->   |                     ^^^^^^
--> hint: did you mean pi?
---
-- A module's name in capitals.
def root (x: f64) = F64.sqrt x
--> NameError [E0303] program.fut:2:21: unknown module F64
--> 2 | def root (x: f64) = F64.sqrt x
-->   |                     ^^^^^^^^
--> hint: did you mean f64?
---
-- A slip in a type.
def twice (x: f46) = 2 * x
--> NameError [E0302] program.fut:2:15: unknown type f46
--> 2 | def twice (x: f46) = 2 * x
-->   |               ^^^
--> hint: did you mean f16?
---
-- A type variable that is not declared.
def first (xs: []a) = xs[0]
--> NameError [E0302] program.fut:2:18: unknown type a
--> 2 | def first (xs: []a) = xs[0]
-->   |                  ^
--> hint: for any type, declare a type parameter: def f 'a ...; otherwise define it before its use: type a = ...
---
-- A parameter named twice.
def add (x: i32) (x: i32) = x + x
--> NameError [E0304] program.fut:2:19: x is bound twice
--> 2 | def add (x: i32) (x: i32) = x + x
-->   |                   ^
--> note: first here
--> 2 | def add (x: i32) (x: i32) = x + x
-->   |          ^
---
-- A definition made twice.
def limit = 10i32
def limit = 20i32
--> NameError [E0304] program.fut:3:5: value limit is defined twice
--> 3 | def limit = 20i32
-->   |     ^^^^^
--> note: first here
--> 2 | def limit = 10i32
-->   |     ^^^^^
---
-- A value that mentions itself.
def x: i32 = x + 1
--> NameError [E0301] program.fut:2:14: unknown name x
--> 2 | def x: i32 = x + 1
-->   |              ^
--> hint: only top-level functions may call themselves: use loop, or make it one
---
-- Recursion of a local function.
def sum_to (n: i64) =
  let go (i: i64): i64 = if i == 0 then 0 else i + go (i - 1)
  in go n
--> NameError [E0301] program.fut:3:52: unknown name go
--> 3 |   let go (i: i64): i64 = if i == 0 then 0 else i + go (i - 1)
-->   |                                                    ^^
--> hint: only top-level functions may call themselves: use loop, or make it one
---
-- A definition used before it is made.
def f (x: i32) = g x
def g (x: i32) = x + 1
--> NameError [E0301] program.fut:2:18: unknown name g
--> 2 | def f (x: i32) = g x
-->   |                  ^
--> note: g is defined here, below its use
--> 3 | def g (x: i32) = x + 1
-->   |     ^
--> hint: move the definition of g up: a definition sees only what stands above it
---
-- && defined anew.
def (&&) (x: bool) (y: bool) = x
--> NameError [E0309] program.fut:2:6: the operator && may not be defined anew
--> 2 | def (&&) (x: bool) (y: bool) = x
-->   |      ^^
--> hint: it evaluates its right side only when needed, which a function can't do; an operator like &&^ may be defined
---
-- A field given twice.
def p = {x = 1i32, y = 2i32, x = 3i32}
--> NameError [E0304] program.fut:2:30: field x appears twice
--> 2 | def p = {x = 1i32, y = 2i32, x = 3i32}
-->   |                              ^^^^^^^^
--> note: its first value is here
--> 2 | def p = {x = 1i32, y = 2i32, x = 3i32}
-->   |              ^^^^
--> hint: leave one out, or give it another name
---
-- A type given too many arguments.
type pair 'a = (a, a)
def f (p: pair i32 i32) = p.0
--> TypeError [E0305] program.fut:3:11: type pair takes 1 argument, but has 2
--> 3 | def f (p: pair i32 i32) = p.0
-->   |           ^^^^^^^^^^^^
--> hint: write pair a
---
-- A type that stands below its use.
def age (p: person) = p.age
type person = {age: i32}
--> NameError [E0302] program.fut:2:13: unknown type person
--> 2 | def age (p: person) = p.age
-->   |             ^^^^^^
--> note: person is defined here, below its use
--> 3 | type person = {age: i32}
-->   |      ^^^^^^
--> hint: move the definition of person up: a definition sees only what stands above it
---
-- A keyword with a slip.
def ok (x: i32) = if x > 0 then tru else false
--> NameError [E0301] program.fut:2:33: unknown name tru
--> 2 | def ok (x: i32) = if x > 0 then tru else false
-->   |                                 ^^^
--> hint: did you mean true?
---
-- The name of a type in another language.
def f (x: int) = x
--> NameError [E0302] program.fut:2:11: unknown type int
--> 2 | def f (x: int) = x
-->   |           ^^^
--> hint: the type is i32 or i64
---
-- A type without its elements.
def f (xs: Array) = xs
--> NameError [E0302] program.fut:2:12: unknown type Array
--> 2 | def f (xs: Array) = xs
-->   |            ^^^^^
--> hint: the type is []t, or [n]t
---
-- The name of a function in another language.
def f (xs: []f32) = len xs
--> NameError [E0301] program.fut:2:21: unknown name len
--> 2 | def f (xs: []f32) = len xs
-->   |                     ^^^
--> hint: length xs is the number of elements
---
-- A type used like a function.
def mean (s: f64) (n: i64) = s / f64 n
--> NameError [E0301] program.fut:2:34: unknown name f64
--> 2 | def mean (s: f64) (n: i64) = s / f64 n
-->   |                                  ^^^
--> hint: f64 is a type; f64.i32 x makes one of an i32, and so on
---
-- A result is the body.
def f (x: i32) = return x
--> NameError [E0301] program.fut:2:18: unknown name return
--> 2 | def f (x: i32) = return x
-->   |                  ^^^^^^
--> hint: the body of a function is its result: leave out return
---
-- A comment of another language.
def f = 1 // one
--> NameError [E0301] program.fut:2:14: unknown name one
--> 2 | def f = 1 // one
-->   |              ^^^
--> hint: comments begin with --
---
-- A field that a record does not have.
def f (p: {name: i32, size: i32}) = p.count
--> TypeError [E0204] program.fut:2:37: type {name: i32, size: i32} has no field count
--> 2 | def f (p: {name: i32, size: i32}) = p.count
-->   |                                     ^^^^^^^
--> hint: its fields are .name, .size
---
-- The parts of a pair.
def f (p: (i32, i32)) = fst p
--> NameError [E0301] program.fut:2:25: unknown name fst
--> 2 | def f (p: (i32, i32)) = fst p
-->   |                         ^^^
--> hint: the parts of a pair p are p.0 and p.1
---
-- A module that lacks a value, but has one with a similar name.
module type ordered = { val compare : i32 -> i32 -> bool }
module m : ordered = { def compere (x: i32) (y: i32) = x < y }
--> ModuleError [E0602] program.fut:3:12: this module lacks value compare, which its module type asks for
--> 3 | module m : ordered = { def compere (x: i32) (y: i32) = x < y }
-->   |            ^^^^^^^
--> note: value compare is specified here
--> 2 | module type ordered = { val compare : i32 -> i32 -> bool }
-->   |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--> hint: it defines compere: did you mean compare?
---
-- An entry point inside a module.
module m = { entry f (x: i32) = x }
--> TypeError [E0212] program.fut:2:20: entry point f is inside a module
--> 2 | module m = { entry f (x: i32) = x }
-->   |                    ^
--> hint: define it with def here, and outside the module: entry f = m.f
---
-- NumPy's evenly spaced numbers.
def xs = linspace 0 1 10
--> NameError [E0301] program.fut:2:10: unknown name linspace
--> 2 | def xs = linspace 0 1 10
-->   |          ^^^^^^^^
--> hint: n numbers from a to b: map (\i -> a + (b - a) * f64.i64 i / f64.i64 (n - 1)) (iota n)
---
-- JAX's gradient.
def f (x: f64) = x * x
def g = grad f 3
--> NameError [E0301] program.fut:3:9: unknown name grad
--> 3 | def g = grad f 3
-->   |         ^^^^
--> hint: vjp f x 1 is the gradient of f at x; in a notebook, %grad f x draws it
---
-- A variable that is added to.
def f (x: i32) = x += 1
--> NameError [E0301] program.fut:2:20: unknown name +=
--> 2 | def f (x: i32) = x += 1
-->   |                    ^^
--> hint: variables don't change: let x = x + e binds the name again
---
-- A module in the place of a value.
module m = { def x = 1i32 }
def f (x: i32) = m + x
--> NameError [E0301] program.fut:3:18: unknown name m
--> 3 | def f (x: i32) = m + x
-->   |                  ^
--> hint: m is a module: its names are written m.x
---
-- A type in the place of a value.
type t = i32
def f (x: i32) = t + x
--> NameError [E0301] program.fut:3:18: unknown name t
--> 3 | def f (x: i32) = t + x
-->   |                  ^
--> hint: t is a type, and no value
---
-- A field of a record that is not there.
def f (x: i32) = data.time + x
--> NameError [E0301] program.fut:2:18: unknown name data
--> 2 | def f (x: i32) = data.time + x
-->   |                  ^^^^
--> hint: a name must be defined before its use, or imported
---
-- A property of an array as in NumPy.
def f (m: [2][3]f64) = m.T
--> TypeError [E0204] program.fut:2:24: type [2][3]f64 has no field T
--> 2 | def f (m: [2][3]f64) = m.T
-->   |                        ^^^
--> hint: transpose xs
---
-- A name that says that it is not used.
def f (xs: []i32) = loop sum = 0i32 for _x in xs do sum + _x
--> NameError [E0317] program.fut:2:59: _x is used here, but its name begins with an underscore: such a name is for what is not used
--> 2 | def f (xs: []i32) = loop sum = 0i32 for _x in xs do sum + _x
-->   |                                                           ^^
--> hint: rename it: x
---
-- An update of what has a name that says that it is not used.
def f (_xs: *[3]i32) = let _xs[0] = 1 in 2i32
--> NameError [E0317] program.fut:2:28: _xs is used here, but its name begins with an underscore: such a name is for what is not used
--> 2 | def f (_xs: *[3]i32) = let _xs[0] = 1 in 2i32
-->   |                            ^^^
--> hint: rename it: xs
---
-- The field of a record named so.
def f (_x: i32) = {_x}
--> NameError [E0317] program.fut:2:20: _x is used here, but its name begins with an underscore: such a name is for what is not used
--> 2 | def f (_x: i32) = {_x}
-->   |                    ^^
--> hint: rename it: x
