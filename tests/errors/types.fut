-- Integers of different widths.
def f (i: i32) (n: i64) = i + n
--> TypeError [E0201] program.fut:2:27: the operands of + differ: the left has type i32, the right has type i64
--> 2 | def f (i: i32) (n: i64) = i + n
-->   |                           ^^^^^
--> note: this has type i32
--> 2 | def f (i: i32) (n: i64) = i + n
-->   |                           ^
--> note: this has type i64
--> 2 | def f (i: i32) (n: i64) = i + n
-->   |                               ^
--> hint: convert one side: i64.i32 i
---
-- An integer where a float is needed.
def mean [n] (xs: [n]f64) = f64.sum xs / n
--> TypeError [E0201] program.fut:2:29: the operands of / differ: the left has type f64, the right has type i64
--> 2 | def mean [n] (xs: [n]f64) = f64.sum xs / n
-->   |                             ^^^^^^^^^^^^^^
--> note: this has type f64
--> 2 | def mean [n] (xs: [n]f64) = f64.sum xs / n
-->   |                             ^^^^^^^^^^
--> note: this has type i64
--> 2 | def mean [n] (xs: [n]f64) = f64.sum xs / n
-->   |                                          ^
--> hint: convert one side: f64.i64 n
---
-- A float literal among integers.
def half (x: i32) = x * 0.5
--> TypeError [E0203] program.fut:2:25: the right operand of * should have type i32, but is of a float type
--> 2 | def half (x: i32) = x * 0.5
-->   |                         ^^^
--> hint: convert the integers, with f64.i32 x, or leave out the decimal point
---
-- Branches of different types.
def sign (x: f64) = if x < 0 then -1.0 else "positive"
--> TypeError [E0203] program.fut:2:45: this branch of if should be of a float type, but has type [8]u8
--> 2 | def sign (x: f64) = if x < 0 then -1.0 else "positive"
-->   |                                             ^^^^^^^^^^
--> note: the first branch is of a float type
--> 2 | def sign (x: f64) = if x < 0 then -1.0 else "positive"
-->   |                                   ^^^^
---
-- A number as a condition.
def f (x: i32) = if x then 1i32 else 0
--> TypeError [E0201] program.fut:2:21: the condition of if should have type bool, but has type i32
--> 2 | def f (x: i32) = if x then 1i32 else 0
-->   |                     ^
--> hint: compare it: x != 0
---
-- A result that is not what was declared.
def count (xs: []i32): i32 = length xs
--> TypeError [E0201] program.fut:2:30: the body of count should have type i32, but has type i64
--> 2 | def count (xs: []i32): i32 = length xs
-->   |                              ^^^^^^^^^
--> note: the result type is declared here
--> 2 | def count (xs: []i32): i32 = length xs
-->   |                        ^^^
--> hint: convert with i32.i64 (length xs)
---
-- Arguments in the wrong order.
def f (xs: []i32) = map xs (+ 1)
--> TypeError [E0201] program.fut:2:25: argument 1 of map should have type _ -> _, but has type []i32
--> 2 | def f (xs: []i32) = map xs (+ 1)
-->   |                         ^^
--> note: map has type [n] 'a 'x. (a -> x) -> [n]a -> *[n]x
--> hint: a function is expected here: the arguments may be in the wrong order
---
-- An argument too many.
def f (n: i64) = iota 0 n
--> TypeError [E0202] program.fut:2:25: iota takes 1 argument, but is applied to 2
--> 2 | def f (n: i64) = iota 0 n
-->   |                         ^
--> note: iota has type (n: i64) -> *[n]i64
--> hint: an argument that is itself a call needs parentheses: f (g x)
---
-- An argument missing.
def f (xs: []i32) = reduce (+) xs + 1
--> TypeError [E0203] program.fut:2:21: an operand of + should be of a number type, but has type []_ -> _
--> 2 | def f (xs: []i32) = reduce (+) xs + 1
-->   |                     ^^^^^^^^^^^^^
--> hint: an argument may be missing
-->
--> TypeError [E0203] program.fut:2:32: argument 2 of reduce should be of a number type, but has type []i32
--> 2 | def f (xs: []i32) = reduce (+) xs + 1
-->   |                                ^^
--> note: reduce has type [n] 'a. (a -> a -> a) -> a -> [n]a -> a
--> hint: reduce takes 3 arguments, but has 2 here: one before this may be missing
---
-- A space before an index.
def f (xs: []i32) = xs [0]
--> TypeError [E0202] program.fut:2:21: xs is applied like a function, but has type []i32
--> 2 | def f (xs: []i32) = xs [0]
-->   |                     ^^
--> hint: to index an array, write a[i] without a space
---
-- An operator on arrays.
def f (xs: []f64) (ys: []f64) = xs + ys
--> TypeError [E0203] program.fut:2:33: an operand of + should be of a number type, but has type []f64
--> 2 | def f (xs: []f64) (ys: []f64) = xs + ys
-->   |                                 ^^
--> hint: apply the operator to the elements: map2 (+) xs ys
---
-- An operator on values of any type.
def maximum 'a (x: a) (y: a) = if x > y then x else y
--> TypeError [E0203] program.fut:2:35: an operand of > should be of a scalar type, but has type a
--> 2 | def maximum 'a (x: a) (y: a) = if x > y then x else y
-->   |                                   ^
--> hint: 'a may be any type: pass the operator as a parameter, or use a specific type
---
-- A field that a record does not have.
def f (p: {name: []u8, age: i32}) = p.aeg
--> TypeError [E0204] program.fut:2:37: type {age: i32, name: []u8} has no field aeg
--> 2 | def f (p: {name: []u8, age: i32}) = p.aeg
-->   |                                     ^^^^^
--> hint: did you mean .age?
---
-- A record whose type is not known.
def f p = p.x + p.y
--> TypeError [E0206] program.fut:2:17: the record type is not determined: it has at least {x: _, y: _, ...}
--> 2 | def f p = p.x + p.y
-->   |                 ^^^
--> hint: say the type of the parameter, with all its fields: (x: {x: i32, y: i32})
---
-- A constructor that the type does not have.
type shape = #circle f64 | #square f64
def unit: shape = #cirle 1
--> TypeError [E0205] program.fut:3:19: type #circle f64 | #square f64 has no constructor #cirle with such a payload
--> 3 | def unit: shape = #cirle 1
-->   |                   ^^^^^^^^
--> note: the result type is declared here
--> 3 | def unit: shape = #cirle 1
-->   |           ^^^^^
--> hint: did you mean #circle?
---
-- A sum type that is not known.
def wrap (x: i32) = #some x
--> TypeError [E0206] program.fut:2:21: the sum type of #some is not determined: it has at least #some i32 | ...
--> 2 | def wrap (x: i32) = #some x
-->   |                     ^^^^^^^
--> hint: say the type, with all constructors: (#some 1 : #some i32 | #none)
---
-- A constructor without its payload.
type option 'a = #some a | #none
def f (o: option i32) = match o case #some -> 1i32 case #none -> 0
--> TypeError [E0205] program.fut:3:38: type #none | #some i32 has no constructor #some with such a payload
--> 3 | def f (o: option i32) = match o case #some -> 1i32 case #none -> 0
-->   |                                      ^^^^^
--> hint: #some takes 1 argument: #some i32
---
-- A case that is missing.
type colour = #red | #green | #blue
def code (c: colour) = match c case #red -> 1i32 case #green -> 2
--> TypeError [E0209] program.fut:3:24: this match has no case for #blue
--> 3 | def code (c: colour) = match c case #red -> 1i32 case #green -> 2
-->   |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--> hint: add case #blue -> ..., or case _ -> ...
---
-- Numbers without a last case.
def name (n: i32) = match n case 0 -> "zero" case 1 -> "onee"
--> TypeError [E0209] program.fut:2:21: this match has no case for 2
--> 2 | def name (n: i32) = match n case 0 -> "zero" case 1 -> "onee"
-->   |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--> hint: add case 2 -> ..., or case _ -> ...
---
-- A pattern in a let that can fail.
def f (x: (i32, i32)) = let (0, y) = x in y
--> TypeError [E0210] program.fut:2:29: the pattern of a let must match every value, but does not match (1, _)
--> 2 | def f (x: (i32, i32)) = let (0, y) = x in y
-->   |                             ^^^^^^
--> hint: use match
---
-- Functions in an array.
def fs = [f64.sin, f64.cos]
--> TypeError [E0207] program.fut:2:11: element 0 of this array has type f64 -> f64: a function may not stand here
--> 2 | def fs = [f64.sin, f64.cos]
-->   |           ^^^^^^^
--> hint: functions may not be in arrays, or be results of if, match or loop; or a parameter is missing
-->
--> TypeError [E0207] program.fut:2:20: element 1 of this array has type f64 -> f64: a function may not stand here
--> 2 | def fs = [f64.sin, f64.cos]
-->   |                    ^^^^^^^
--> note: the first element has type _
--> 2 | def fs = [f64.sin, f64.cos]
-->   |           ^^^^^^^
--> hint: functions may not be in arrays, or be results of if, match or loop; or a parameter is missing
---
-- A choice of functions.
def pick (b: bool) = if b then f64.sin else f64.cos
--> TypeError [E0207] program.fut:2:22: the result of if may not be a function, but has type f64 -> f64
--> 2 | def pick (b: bool) = if b then f64.sin else f64.cos
-->   |                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--> hint: which function is called must be known when the program is compiled: apply it inside instead
---
-- A literal that does not fit.
def b: u8 = 256
--> TypeError [E0211] program.fut:2:13: literal 256 does not fit type u8
--> 2 | def b: u8 = 256
-->   |             ^^^
--> hint: give it a wider type
---
-- A tuple of another length.
def f (p: (i32, i32)) = let (a, b, c) = p in a + b + c
--> TypeError [E0201] program.fut:2:29: the value of this pattern should have type (_, _, _), but has type (i32, i32)
--> 2 | def f (p: (i32, i32)) = let (a, b, c) = p in a + b + c
-->   |                             ^^^^^^^^^
--> hint: one has 3 parts, the other 2 parts
---
-- A function applied to itself.
def f x = x x
--> TypeError [E0208] program.fut:2:13: argument 1 of x would have an infinite type
--> 2 | def f x = x x
-->   |             ^
--> note: x has type _ -> _
--> 2 | def f x = x x
-->   |       ^
--> hint: a function is applied to itself, or an array holds itself
---
-- A type with a function that does not say so.
type handler = i32 -> i32
--> TypeError [E0207] program.fut:2:16: type handler holds i32 -> i32
--> 2 | type handler = i32 -> i32
-->   |                ^^^^^^^^^^
--> hint: write type^ for a type that holds functions, type~ for one whose sizes are not known
---
-- A local function used at two types.
def f (n: i64) = let fill x = replicate n x in (fill 1i32, fill true)
--> TypeError [E0201] program.fut:2:65: argument 1 of fill should have type i32, but has type bool
--> 2 | def f (n: i64) = let fill x = replicate n x in (fill 1i32, fill true)
-->   |                                                                 ^^^^
--> note: fill has type i32 -> [n]i32
--> 2 | def f (n: i64) = let fill x = replicate n x in (fill 1i32, fill true)
-->   |                      ^^^^
--> hint: a local function has one type, that of its first use, unless it declares type parameters: let fill 't (x: t) = ...
---
-- A type parameter of a local function that gets out.
def f x = let g 'b (y: b) = if true then y else x in g
--> TypeError [E0201] program.fut:2:7: x would have type b, but 'b is a type parameter of g, known only there
--> 2 | def f x = let g 'b (y: b) = if true then y else x in g
-->   |       ^
--> note: g is defined here
--> 2 | def f x = let g 'b (y: b) = if true then y else x in g
-->   |               ^
--> hint: pass x to g as a parameter, or leave the type parameter out
---
-- Recursion with another function each time.
def go (g: i64 -> i64) (n: i64): i64 = if n == 0 then g 0 else go (\x -> 2 * g x) (n - 1)
--> TypeError [E0213] program.fut:2:68: go calls itself here with another function
--> 2 | def go (g: i64 -> i64) (n: i64): i64 = if n == 0 then g 0 else go (\x -> 2 * g x) (n - 1)
-->   |                                                                    ^^^^^^^^^^^^^
--> note: go takes a function
--> 2 | def go (g: i64 -> i64) (n: i64): i64 = if n == 0 then g 0 else go (\x -> 2 * g x) (n - 1)
-->   |     ^^
--> hint: a recursive function must give itself all of its arguments, and the functions among its parameters as they are: which function is called must be known when the program is compiled
---
-- An entry point for any type.
entry dup x = (x, x)
--> TypeError [E0212] program.fut:2:7: entry point dup is polymorphic: it has type '^a. a -> (a, a)
--> 2 | entry dup x = (x, x)
-->   |       ^^^
--> hint: give its parameters specific types
---
-- An entry point that takes a function.
entry apply (f: i32 -> i32) (x: i32) = f x
--> TypeError [E0212] program.fut:2:7: parameter 1 of entry point apply holds a function: it has type i32 -> i32
--> 2 | entry apply (f: i32 -> i32) (x: i32) = f x
-->   |       ^^^^^
--> hint: entry points take and give data only
---
-- An entry point that is an operator.
entry (+++) (x: i32) (y: i32) = x + y
--> TypeError [E0212] program.fut:2:8: the name of entry point +++ is an operator: nothing outside could call it
--> 2 | entry (+++) (x: i32) (y: i32) = x + y
-->   |        ^^^
--> hint: define it with def, and add an entry point with another name
---
-- An element of another type.
def xs = [1.0, 2.0, true]
--> TypeError [E0203] program.fut:2:21: element 2 of this array should be of a float type, but has type bool
--> 2 | def xs = [1.0, 2.0, true]
-->   |                     ^^^^
--> note: the first element is of a float type
--> 2 | def xs = [1.0, 2.0, true]
-->   |           ^^^
--> hint: a bool is no number; i32.bool true is 1 for true, 0 for false
---
-- An index that is a float.
def f (xs: []i32) (x: f64) = xs[x]
--> TypeError [E0203] program.fut:2:33: an index should be of a signed integer type, but has type f64
--> 2 | def f (xs: []i32) (x: f64) = xs[x]
-->   |                                 ^
--> hint: convert with i64.f64 x
---
-- A loop whose body gives another type.
def f = loop x = 1i32 for i < 10 do f64.i32 x
--> TypeError [E0201] program.fut:2:37: the body of the loop should have type i32, but has type f64
--> 2 | def f = loop x = 1i32 for i < 10 do f64.i32 x
-->   |                                     ^^^^^^^^^
--> note: the loop starts with a value of type i32
--> 2 | def f = loop x = 1i32 for i < 10 do f64.i32 x
-->   |                  ^^^^
--> hint: convert with i32.f64 (f64.i32 x)
---
-- A bool where a number is needed.
def f = 1 + true
--> TypeError [E0203] program.fut:2:13: the right operand of + should be of a number type, but has type bool
--> 2 | def f = 1 + true
-->   |             ^^^^
--> hint: a bool is no number; i32.bool true is 1 for true, 0 for false
---
-- An operator between an array and a number.
def f (xs: []i32) = xs * 2
--> TypeError [E0203] program.fut:2:21: an operand of * should be of a number type, but has type []i32
--> 2 | def f (xs: []i32) = xs * 2
-->   |                     ^^
--> hint: apply the operator to the elements: map (* 2) xs
---
-- Strings are joined by ++.
def f = "a" + "b"
--> TypeError [E0203] program.fut:2:9: an operand of + should be of a number type, but has type [1]u8
--> 2 | def f = "a" + "b"
-->   |         ^^^
--> hint: ++ joins strings and other arrays
---
-- A literal of the wrong type.
def f (x: f32) = x * 2i32
--> TypeError [E0201] program.fut:2:18: the operands of * differ: the left has type f32, the right has type i32
--> 2 | def f (x: f32) = x * 2i32
-->   |                  ^^^^^^^^
--> note: this has type f32
--> 2 | def f (x: f32) = x * 2i32
-->   |                  ^
--> note: this has type i32
--> 2 | def f (x: f32) = x * 2i32
-->   |                      ^^^^
--> hint: convert one side: 2f32
---
-- A condition that is a number.
def f (n: i64) = if n % 2 then 0 else 1
--> TypeError [E0201] program.fut:2:21: the condition of if should have type bool, but has type i64
--> 2 | def f (n: i64) = if n % 2 then 0 else 1
-->   |                     ^^^^^
--> hint: compare it: (n % 2) != 0
---
-- A function of one value, given an array.
def square (x: i32) = x * x
def f (xs: []i32) = square xs
--> TypeError [E0201] program.fut:3:28: argument 1 of square should have type i32, but has type []i32
--> 3 | def f (xs: []i32) = square xs
-->   |                            ^^
--> note: square has type i32 -> i32
--> 2 | def square (x: i32) = x * x
-->   |     ^^^^^^
--> hint: to apply it to every element, write map square xs
---
-- Arguments in parentheses with commas, as in other languages.
def add (x: i32) (y: i32) = x + y
def f = add(1, 2)
--> TypeError [E0201] program.fut:3:12: argument 1 of add should have type i32, but has type (_, _)
--> 3 | def f = add(1, 2)
-->   |            ^^^^^^
--> note: add has type i32 -> i32 -> i32
--> 2 | def add (x: i32) (y: i32) = x + y
-->   |     ^^^
--> hint: arguments stand side by side, without commas: add x y
---
-- A tuple taken apart into arguments.
def add (x: i32, y: i32) = x + y
def f = add 1 2
--> TypeError [E0202] program.fut:3:15: add takes 1 argument, but is applied to 2
--> 3 | def f = add 1 2
-->   |               ^
--> note: add has type (i32, i32) -> i32
--> 2 | def add (x: i32, y: i32) = x + y
-->   |     ^^^
--> hint: it takes one tuple: put the arguments in parentheses, with commas
---
-- Too many arrays for map.
def f (xs: []i32) (ys: []i32) = map (+) xs ys
--> TypeError [E0202] program.fut:2:44: map takes 2 arguments, but is applied to 3
--> 2 | def f (xs: []i32) (ys: []i32) = map (+) xs ys
-->   |                                            ^^
--> note: map has type [n] 'a 'x. (a -> x) -> [n]a -> *[n]x
--> hint: map2 goes over 2 arrays at once
---
-- A function of two arguments for pairs.
def f (xs: []i32) (ys: []i32) = map (\x y -> x + y) (zip xs ys)
--> TypeError [E0207] program.fut:2:37: argument 1 of map has type (i32, i32) -> _ -> _: a function may not stand here
--> 2 | def f (xs: []i32) (ys: []i32) = map (\x y -> x + y) (zip xs ys)
-->   |                                     ^^^^^^^^^^^^^^^
--> note: map has type [n] 'a 'x. (a -> x) -> [n]a -> *[n]x
--> hint: the function gets 1 argument: for a tuple, write \(x, y) -> ...; for 2 arrays there is map2
-->
--> TypeError [E0203] program.fut:2:46: an operand of + should be of a number type, but has type (i32, i32)
--> 2 | def f (xs: []i32) (ys: []i32) = map (\x y -> x + y) (zip xs ys)
-->   |                                              ^
--> hint: take the tuple apart, by a pattern (x, y) in place of its name, or by .0 and .1
---
-- A function of a pair for two arrays.
def f (xs: []i32) (ys: []i32) = map2 (\(x, y) -> x + y) xs ys
--> TypeError [E0201] program.fut:2:38: argument 1 of map2 should have type i32 -> i32 -> _, but has type (_, _) -> _
--> 2 | def f (xs: []i32) (ys: []i32) = map2 (\(x, y) -> x + y) xs ys
-->   |                                      ^^^^^^^^^^^^^^^^^^
--> note: (_, _) does not fit i32
--> note: map2 has type [n] 'a 'b 'x. (a -> b -> x) -> [n]a -> [n]b -> *[n]x
---
-- The neutral element is missing.
def f (xs: []i32) = reduce (+) xs
--> TypeError [E0203] program.fut:2:32: argument 2 of reduce should be of a number type, but has type []i32
--> 2 | def f (xs: []i32) = reduce (+) xs
-->   |                                ^^
--> note: reduce has type [n] 'a. (a -> a -> a) -> a -> [n]a -> a
--> hint: reduce takes 3 arguments, but has 2 here: one before this may be missing
---
-- The power of another language.
def f (x: f32) = x ^ 2
--> TypeError [E0203] program.fut:2:18: an operand of ^ should be of an integer or bool type, but has type f32
--> 2 | def f (x: f32) = x ^ 2
-->   |                  ^
--> hint: ** is the power; ^ is exclusive or, of bits
---
-- Words for operators.
def f (a: bool) (b: bool) = a and b
--> TypeError [E0202] program.fut:2:29: a is applied like a function, but has type bool
--> 2 | def f (a: bool) (b: bool) = a and b
-->   |                             ^
--> hint: the operator is &&
---
-- A missing operator.
def f (x: i32) = 2 x
--> TypeError [E0202] program.fut:2:18: 2 is applied like a function, but is of a number type
--> 2 | def f (x: i32) = 2 x
-->   |                  ^
--> hint: an operator or a comma may be missing after it
---
-- A record without all fields.
type point = {x: f32, y: f32}
def origin : point = {x = 0}
--> TypeError [E0201] program.fut:3:22: the body of origin should have type {x: f32, y: f32}, but has type {x: f32}
--> 3 | def origin : point = {x = 0}
-->   |                      ^^^^^^^
--> note: the result type is declared here
--> 3 | def origin : point = {x = 0}
-->   |              ^^^^^
--> hint: it lacks y
---
-- A record field of the wrong type.
type point = {x: i32, y: i32}
def f : point = {x = 1, y = 2.5}
--> TypeError [E0203] program.fut:3:17: the body of f should have type {x: i32, y: i32}, but has type {x: i32, y: _}
--> 3 | def f : point = {x = 1, y = 2.5}
-->   |                 ^^^^^^^^^^^^^^^^
--> note: a float type does not fit i32
--> note: the result type is declared here
--> 3 | def f : point = {x = 1, y = 2.5}
-->   |         ^^^^^
---
-- An element is updated with brackets.
def f (xs: *[]i32) = xs with 0 = 1
--> TypeError [E0204] program.fut:2:22: type []i32 has no field 0
--> 2 | def f (xs: *[]i32) = xs with 0 = 1
-->   |                      ^^^^^^^^^^^^^
--> hint: an element of an array is xs[0], and updated by xs with [0] = e
---
-- Counting over a number.
def f (n: i64) = loop s = 0 for i in n do s + i
--> TypeError [E0201] program.fut:2:38: what for ... in goes over should be an array, but has type i64
--> 2 | def f (n: i64) = loop s = 0 for i in n do s + i
-->   |                                      ^
--> hint: to count, write for i < n do
---
-- A negative number of an unsigned type.
def f : u8 = -1
--> TypeError [E0211] program.fut:2:14: literal -1 does not fit type u8
--> 2 | def f : u8 = -1
-->   |              ^^
--> hint: give it a signed type, or write -1u8, which wraps around
---
-- A range of unsigned numbers.
def f (n: u32) = 0..<n
--> TypeError [E0203] program.fut:2:22: a bound of this range should be of a signed integer type, but has type u32
--> 2 | def f (n: u32) = 0..<n
-->   |                      ^
--> note: the range starts here
--> 2 | def f (n: u32) = 0..<n
-->   |                  ^
---
-- The size of an array behind its type.
def f (xs: i32[]) = xs
--> TypeError [E0305] program.fut:2:12: type i32 takes 0 arguments, but has 1
--> 2 | def f (xs: i32[]) = xs
-->   |            ^^^^^
--> hint: the size of an array stands before its elements: []i32
---
-- A type declared with type~ as the element of an array.
type~ row = []i32
def f (xs: [2]row) = xs[0]
--> TypeError [E0207] program.fut:3:15: arrays may not hold elements of type []i32
--> 3 | def f (xs: [2]row) = xs[0]
-->   |               ^^^
--> hint: elements must not be functions, and must all have the same size
---
-- A local function at two types.
def f (x: i32) (y: bool) = let twice a = (a, a) in (twice x, twice y)
--> TypeError [E0201] program.fut:2:68: argument 1 of twice should have type i32, but has type bool
--> 2 | def f (x: i32) (y: bool) = let twice a = (a, a) in (twice x, twice y)
-->   |                                                                    ^
--> note: twice has type i32 -> (i32, i32)
--> 2 | def f (x: i32) (y: bool) = let twice a = (a, a) in (twice x, twice y)
-->   |                                ^^^^^
--> hint: a local function has one type, that of its first use, unless it declares type parameters: let twice 't (x: t) = ...
---
-- A type that doubles with every call.
def d1 x = (x, x)
def d2 x = d1 (d1 (d1 (d1 x)))
def d3 x = d2 (d2 (d2 (d2 x)))
def f (x: i32) = d3 (d3 x)
--> UnsupportedError [E0701] program.fut:4:12: the type of this has more than 100000 parts
--> 4 | def d3 x = d2 (d2 (d2 (d2 x)))
-->   |            ^^^^^^^^^^^^^^^^^^^
--> hint: an array holds many values of one type
---
-- A hole of which nothing says the type.
def f (x: i32) = let y = ??? in x
--> TypeError [E0206] program.fut:2:26: the type _ of this hole is not determined
--> 2 | def f (x: i32) = let y = ??? in x
-->   |                          ^^^
--> hint: say the type: (??? : t)
---
-- Recursion that takes functions without all arguments.
def repeat (n: i64) (f: i64 -> i64) (x: i64): i64 =
  if n == 0 then x else let g = repeat (n - 1) f in g (f x)
--> TypeError [E0213] program.fut:3:33: repeat calls itself here without all of its arguments
--> 3 |   if n == 0 then x else let g = repeat (n - 1) f in g (f x)
-->   |                                 ^^^^^^^^^^^^^^^^
--> note: repeat takes a function
--> 2 | def repeat (n: i64) (f: i64 -> i64) (x: i64): i64 =
-->   |     ^^^^^^
--> hint: a recursive function must give itself all of its arguments, and the functions among its parameters as they are: which function is called must be known when the program is compiled
---
-- A sum that may hold a function, carried by a loop.
type^ t = #f (f64 -> f64) | #g f64
def f (s: t): t = loop s for i < 3 do s
--> TypeError [E0207] program.fut:3:19: a loop parameter may not be a function, but has type #f (f64 -> f64) | #g f64
--> 3 | def f (s: t): t = loop s for i < 3 do s
-->   |                   ^^^^^^^^^^^^^^^^^^^^^
--> hint: which function is called must be known when the program is compiled: apply it inside instead
---
-- One that is the result of an if, and in an array.
type^ t = #f (f64 -> f64) | #g f64
def f (c: bool) (s: t): t = if c then s else #g 1
def g (s: t) = [s]
--> TypeError [E0207] program.fut:3:29: the result of if may not be a function, but has type #f (f64 -> f64) | #g f64
--> 3 | def f (c: bool) (s: t): t = if c then s else #g 1
-->   |                             ^^^^^^^^^^^^^^^^^^^^^
--> hint: which function is called must be known when the program is compiled: apply it inside instead
-->
--> TypeError [E0207] program.fut:4:17: element 0 of this array has type #f (f64 -> f64) | #g f64: a function may not stand here
--> 4 | def g (s: t) = [s]
-->   |                 ^
--> hint: functions may not be in arrays, or be results of if, match or loop; or a parameter is missing
---
-- An abstract type that may hide a function, as the result of a match.
module m: {type^ t val mk: f64 -> t} = {type^ t = f64 -> f64 def mk (x: f64): t = \y -> x + y}
def f (n: i64) = match n case 0 -> m.mk 1 case _ -> m.mk 2
--> TypeError [E0207] program.fut:3:18: the result of match may not be a function, but has type m.t
--> 3 | def f (n: i64) = match n case 0 -> m.mk 1 case _ -> m.mk 2
-->   |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--> hint: which function is called must be known when the program is compiled: apply it inside instead
---
-- A tuning parameter is of type i64.
def f (x: i32) = x + #[param(chunk)] 3i32
--> TypeError [E0201] program.fut:2:38: what a tuning parameter stands for should have type i64, but has type i32
--> 2 | def f (x: i32) = x + #[param(chunk)] 3i32
-->   |                                      ^^^^
--> hint: write 3i64
