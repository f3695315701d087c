-- An accumulator used twice.
def f (is: []i64) = reduce_by_index_stream (replicate 3 0f64) (+) 0 (\acc i -> let other = write acc i 1 in write acc i 2) is
--> UniquenessError [E0506] program.fut:2:84: the accumulator other is dropped: it must be used exactly once
--> 2 | …licate 3 0f64) (+) 0 (\acc i -> let other = write acc i 1 in write acc i 2) is
-->   |                                      ^^^^^
--> note: this never uses it
--> 2 | …c i -> let other = write acc i 1 in write acc i 2) is
-->   |                                      ^^^^^^^^^^^^^
--> hint: write to it, pass it on, or return it
-->
--> UniquenessError [E0506] program.fut:2:115: the accumulator acc is used twice: it may not be copied
--> 2 | … let other = write acc i 1 in write acc i 2) is
-->   |                                      ^^^
--> note: acc is used here before
--> 2 | … (+) 0 (\acc i -> let other = write acc i 1 in write acc i 2) is
-->   |                                      ^^^
--> hint: give what comes of the first use a name, let acc = write acc i v, and use that
---
-- A copy of an accumulator.
def f (acc: *acc ([3]f64)) = (acc, acc)
--> UniquenessError [E0506] program.fut:2:36: the accumulator acc is used twice: it may not be copied
--> 2 | def f (acc: *acc ([3]f64)) = (acc, acc)
-->   |                                    ^^^
--> note: acc is used here before
--> 2 | def f (acc: *acc ([3]f64)) = (acc, acc)
-->   |                               ^^^
--> hint: give what comes of the first use a name, let acc = write acc i v, and use that
---
-- An accumulator copied by a function.
def f (acc: *acc ([3]f64)) (i: i64) = write (copy acc) i 1
--> TypeError [E0207] program.fut:2:45: argument 1 of write has type _: an accumulator may not stand here
--> 2 | def f (acc: *acc ([3]f64)) (i: i64) = write (copy acc) i 1
-->   |                                             ^^^^^^^^^^
--> note: write has type [n] 't. *acc ([n]t) -> i64 -> t -> *(acc ([n]t))
--> hint: an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream
-->
--> TypeError [E0207] program.fut:2:51: argument 1 of copy has type acc ([3]f64): an accumulator may not stand here
--> 2 | def f (acc: *acc ([3]f64)) (i: i64) = write (copy acc) i 1
-->   |                                                   ^^^
--> note: copy has type 't. t -> *t
--> hint: an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream
---
-- An accumulator that is dropped.
def f (acc: *acc ([3]f64)) (other: *acc ([3]f64)) = other
--> UniquenessError [E0506] program.fut:2:8: the accumulator acc is dropped: it must be used exactly once
--> 2 | def f (acc: *acc ([3]f64)) (other: *acc ([3]f64)) = other
-->   |        ^^^
--> note: this never uses it
--> 2 | def f (acc: *acc ([3]f64)) (other: *acc ([3]f64)) = other
-->   |                                                     ^^^^^
--> hint: write to it, pass it on, or return it
---
-- An accumulator dropped by a pattern.
def f (is: []i64) = reduce_by_index_stream (replicate 3 0f64) (+) 0 (\acc i -> let _ = write acc i 1 in acc) is
--> UniquenessError [E0506] program.fut:2:84: this drops a value of type acc ([3]f64): an accumulator must be used exactly once
--> 2 | …licate 3 0f64) (+) 0 (\acc i -> let _ = write acc i 1 in acc) is
-->   |                                      ^
--> hint: give it a name, and pass it on or return it
-->
--> UniquenessError [E0506] program.fut:2:105: the accumulator acc is used twice: it may not be copied
--> 2 | …(\acc i -> let _ = write acc i 1 in acc) is
-->   |                                      ^^^
--> note: acc is used here before
--> 2 | …f64) (+) 0 (\acc i -> let _ = write acc i 1 in acc) is
-->   |                                      ^^^
--> hint: give what comes of the first use a name, let acc = write acc i v, and use that
---
-- An accumulator dropped by a pattern, and nothing else wrong.
def f (acc: *acc ([3]f64)) = let (_, x) = (write acc 0 1, 2f64) in x
--> UniquenessError [E0506] program.fut:2:35: this drops a value of type acc ([3]f64): an accumulator must be used exactly once
--> 2 | def f (acc: *acc ([3]f64)) = let (_, x) = (write acc 0 1, 2f64) in x
-->   |                                   ^
--> hint: give it a name, and pass it on or return it
---
-- An accumulator dropped on one path.
def f (acc: *acc ([3]f64)) (i: i64) = if i > 0 then (write acc i 1, i) else (???, 2i64)
--> UniquenessError [E0506] program.fut:2:77: the accumulator acc is dropped by this branch: it must be used exactly once on every path
--> 2 | def f (acc: *acc ([3]f64)) (i: i64) = if i > 0 then (write acc i 1, i) else (???, 2i64)
-->   |                                                                             ^^^^^^^^^^^
--> note: another branch uses it here
--> 2 | def f (acc: *acc ([3]f64)) (i: i64) = if i > 0 then (write acc i 1, i) else (???, 2i64)
-->   |                                                            ^^^
--> hint: return it from this branch unchanged, or write to it here too
-->
--> Warning [E0215] program.fut:2:78: this hole has type acc ([3]f64)
--> 2 | def f (acc: *acc ([3]f64)) (i: i64) = if i > 0 then (write acc i 1, i) else (???, 2i64)
-->   |                                                                              ^^^
--> hint: put an expression of that type here: to evaluate a hole is a run-time error
---
-- One of two accumulators on each path.
def f (a: *acc ([3]f64)) (b: *acc ([3]f64)) (i: i64) = if i > 0 then a else b
--> UniquenessError [E0506] program.fut:2:70: the accumulator b is dropped by this branch: it must be used exactly once on every path
--> 2 | def f (a: *acc ([3]f64)) (b: *acc ([3]f64)) (i: i64) = if i > 0 then a else b
-->   |                                                                      ^
--> note: another branch uses it here
--> 2 | def f (a: *acc ([3]f64)) (b: *acc ([3]f64)) (i: i64) = if i > 0 then a else b
-->   |                                                                             ^
--> hint: return it from this branch unchanged, or write to it here too
-->
--> UniquenessError [E0506] program.fut:2:77: the accumulator a is dropped by this branch: it must be used exactly once on every path
--> 2 | def f (a: *acc ([3]f64)) (b: *acc ([3]f64)) (i: i64) = if i > 0 then a else b
-->   |                                                                             ^
--> note: another branch uses it here
--> 2 | def f (a: *acc ([3]f64)) (b: *acc ([3]f64)) (i: i64) = if i > 0 then a else b
-->   |                                                                      ^
--> hint: return it from this branch unchanged, or write to it here too
---
-- A path of a match that drops the accumulator.
def f (acc: *acc ([3]f64)) (i: i64) = match i case 0 -> ((), 0f64) case _ -> let s = (write acc i 1, 2f64) in ((), s.1)
--> UniquenessError [E0506] program.fut:2:57: the accumulator acc is dropped by this branch: it must be used exactly once on every path
--> 2 | …]f64)) (i: i64) = match i case 0 -> ((), 0f64) case _ -> let s = (write acc i 1, 2f64) in ((), s.1)
-->   |                                      ^^^^^^^^^^
--> note: another branch uses it here
--> 2 | …((), 0f64) case _ -> let s = (write acc i 1, 2f64) in ((), s.1)
-->   |                                      ^^^
--> hint: return it from this branch unchanged, or write to it here too
-->
--> UniquenessError [E0506] program.fut:2:82: the accumulator s.0 is dropped: it must be used exactly once
--> 2 | … case 0 -> ((), 0f64) case _ -> let s = (write acc i 1, 2f64) in ((), s.1)
-->   |                                      ^
--> note: this never uses it
--> 2 | …-> let s = (write acc i 1, 2f64) in ((), s.1)
-->   |                                      ^^^^^^^^^
--> hint: write to it, pass it on, or return it
---
-- A function of a stream that returns no accumulator.
def f (is: []i64) = scatter_stream (replicate 3 0f64) (\acc i -> i) is
--> TypeError [E0201] program.fut:2:55: argument 2 of scatter_stream should have type *acc ([3]f64) -> i64 -> acc ([3]f64), but has type *acc ([3]f64) -> i64 -> i64
--> 2 | def f (is: []i64) = scatter_stream (replicate 3 0f64) (\acc i -> i) is
-->   |                                                       ^^^^^^^^^^^^^
--> note: i64 does not fit acc ([3]f64)
--> note: scatter_stream has type [k] [n] 'a 'b. *[k]a -> (*acc ([k]a) -> b -> acc ([k]a)) -> [n]b -> *[k]a
--> hint: an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream
---
-- An accumulator consumed by an inner function.
def f (is: []i64) = scatter_stream (replicate 3 0f64) (\acc i -> (map (\j -> write acc j 1) (iota i))[0]) is
--> TypeError [E0207] program.fut:2:55: argument 2 of scatter_stream has type *acc ([3]f64) -> i64 -> _: an accumulator may not stand here
--> 2 | def f (is: []i64) = scatter_stream (replicate 3 0f64) (\acc i -> (map (\j -> write acc j 1) (iota i))[0]) is
-->   |                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--> note: scatter_stream has type [k] [n] 'a 'b. *[k]a -> (*acc ([k]a) -> b -> acc ([k]a)) -> [n]b -> *[k]a
--> hint: an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream
-->
--> TypeError [E0207] program.fut:2:71: argument 1 of map has type i64 -> acc ([3]f64): an accumulator may not stand here
--> 2 | def f (is: []i64) = scatter_stream (replicate 3 0f64) (\acc i -> (map (\j -> write acc j 1) (iota i))[0]) is
-->   |                                                                       ^^^^^^^^^^^^^^^^^^^^^
--> note: map has type [n] 'a 'x. (a -> x) -> [n]a -> *[n]x
--> hint: an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream
---
-- An accumulator consumed by the function of another stream.
def f (is: []i64) =
  scatter_stream (replicate 3 0f64) (\outer i -> let xs = scatter_stream (replicate 3 0f64) (\inner j -> write outer j 1) is in outer) is
--> UniquenessError [E0506] program.fut:3:95: the accumulator inner is dropped: it must be used exactly once
--> 3 | …scatter_stream (replicate 3 0f64) (\inner j -> write outer j 1) is in outer) is
-->   |                                      ^^^^^
--> note: this never uses it
--> 3 | …eam (replicate 3 0f64) (\inner j -> write outer j 1) is in outer) is
-->   |                                      ^^^^^^^^^^^^^^^
--> hint: write to it, pass it on, or return it
-->
--> UniquenessError [E0506] program.fut:3:112: the accumulator outer is bound outside this function, which may run many times
--> 3 | …eplicate 3 0f64) (\inner j -> write outer j 1) is in outer) is
-->   |                                      ^^^^^
--> note: outer is bound here
--> 3 | …scatter_stream (replicate 3 0f64) (\outer i -> let xs = scatter_stream (replicate 3 0f64) (\inner j -> write o…
-->   |                                      ^^^^^
--> hint: make it a parameter of the function; a loop in the place of map, or a stream over more elements, may write to it many times
---
-- Another accumulator returned by the function of another stream.
def f (is: []i64) =
  scatter_stream (replicate 3 0f64) (\outer i -> let xs = scatter_stream (replicate 3 0f64) (\inner j -> outer) is in write outer i xs[0]) is
--> UniquenessError [E0506] program.fut:3:95: the accumulator inner is dropped: it must be used exactly once
--> 3 | …scatter_stream (replicate 3 0f64) (\inner j -> outer) is in write outer i xs[0]) is
-->   |                                      ^^^^^
--> note: this never uses it
--> 3 | …eam (replicate 3 0f64) (\inner j -> outer) is in write outer i xs[0]) is
-->   |                                      ^^^^^
--> hint: write to it, pass it on, or return it
-->
--> UniquenessError [E0506] program.fut:3:106: the accumulator outer is bound outside this function, which may run many times
--> 3 | …eam (replicate 3 0f64) (\inner j -> outer) is in write outer i xs[0]) is
-->   |                                      ^^^^^
--> note: outer is bound here
--> 3 | …scatter_stream (replicate 3 0f64) (\outer i -> let xs = scatter_stream (replicate 3 0f64) (\inner j -> outer) …
-->   |                                      ^^^^^
--> hint: make it a parameter of the function; a loop in the place of map, or a stream over more elements, may write to it many times
---
-- A loop that writes to an accumulator from outside.
def f (acc: *acc ([3]f64)) = loop x = 0i64 for i < 3 do let acc = write acc i 1 in x
--> UniquenessError [E0506] program.fut:2:61: the accumulator acc is dropped: it must be used exactly once
--> 2 | def f (acc: *acc ([3]f64)) = loop x = 0i64 for i < 3 do let acc = write acc i 1 in x
-->   |                                                             ^^^
--> note: this never uses it
--> 2 | def f (acc: *acc ([3]f64)) = loop x = 0i64 for i < 3 do let acc = write acc i 1 in x
-->   |                                                                                    ^
--> hint: write to it, pass it on, or return it
-->
--> UniquenessError [E0506] program.fut:2:73: the accumulator acc is bound outside this loop, which may run many times
--> 2 | def f (acc: *acc ([3]f64)) = loop x = 0i64 for i < 3 do let acc = write acc i 1 in x
-->   |                                                                         ^^^
--> note: acc is bound here
--> 2 | def f (acc: *acc ([3]f64)) = loop x = 0i64 for i < 3 do let acc = write acc i 1 in x
-->   |        ^^^
--> hint: make it a parameter of the loop: loop acc = acc for ...
---
-- An array of accumulators.
def f (acc: *acc ([3]f64)) = [acc]
--> TypeError [E0207] program.fut:2:31: element 0 of this array has type acc ([3]f64): an accumulator may not stand here
--> 2 | def f (acc: *acc ([3]f64)) = [acc]
-->   |                               ^^^
--> hint: an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream
---
-- A sum of accumulators.
def f (acc: *acc ([3]f64)): (#some (acc ([3]f64)) | #none) = #some acc
--> UniquenessError [E0506] program.fut:2:68: an accumulator may not be kept in a constructor
--> 2 | def f (acc: *acc ([3]f64)): (#some (acc ([3]f64)) | #none) = #some acc
-->   |                                                                    ^^^
--> hint: keep it in a tuple or a record
---
-- A result of map.
def f (is: []i64) (acc: *acc ([3]f64)) = map (\i -> acc) is
--> TypeError [E0207] program.fut:2:46: argument 1 of map has type i64 -> acc ([3]f64): an accumulator may not stand here
--> 2 | def f (is: []i64) (acc: *acc ([3]f64)) = map (\i -> acc) is
-->   |                                              ^^^^^^^^^^^
--> note: map has type [n] 'a 'x. (a -> x) -> [n]a -> *[n]x
--> hint: an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream
---
-- A function that has got an accumulator.
def f (acc: *acc ([3]f64)) = let g = write acc in g 1 2
--> UniquenessError [E0506] program.fut:2:44: a function that waits for more arguments may not hold an accumulator: it could be applied many times
--> 2 | def f (acc: *acc ([3]f64)) = let g = write acc in g 1 2
-->   |                                            ^^^
--> hint: give it all its arguments
---
-- An accumulator of another size.
def f [n] (acc: *acc ([n]f64)) = acc :> acc ([3]f64)
--> UniquenessError [E0506] program.fut:2:34: an accumulator may not be given another size with :>
--> 2 | def f [n] (acc: *acc ([n]f64)) = acc :> acc ([3]f64)
-->   |                                  ^^^^^^^^^^^^^^^^^^^
--> hint: give the array that size before the stream: dest :> [3]t
---
-- A polymorphic function.
def twice '~a (x: a): (a, a) = (x, x)
def f (acc: *acc ([3]f64)) = (twice acc).0
--> UniquenessError [E0506] program.fut:3:30: the accumulator 1 of this value is dropped: it must be used exactly once
--> 3 | def f (acc: *acc ([3]f64)) = (twice acc).0
-->   |                              ^^^^^^^^^^^^^
--> hint: bind all parts with a pattern: let (acc, x) = ...
-->
--> UniquenessError [E0506] program.fut:3:31: twice takes values of any type, '~a. a -> (a, a), which it may copy or drop, so it may not be given an accumulator
--> 3 | def f (acc: *acc ([3]f64)) = (twice acc).0
-->   |                               ^^^^^
--> hint: use a function that declares its parameter with the type, (acc: *acc ([n]t))
---
-- A recursive function.
def f (acc: *acc ([3]f64)) (i: i64): acc ([3]f64) = if i < 0 then acc else f (write acc i 1) (i - 1)
--> UniquenessError [E0506] program.fut:2:8: f calls itself, so it may not take an accumulator
--> 2 | def f (acc: *acc ([3]f64)) (i: i64): acc ([3]f64) = if i < 0 then acc else f (write acc i 1) (i - 1)
-->   |        ^^^
--> hint: write a loop with the accumulator as its parameter
---
-- An entry point.
entry f (acc: *acc ([3]f64)) = write acc 0 1
--> TypeError [E0212] program.fut:2:7: entry point f takes an accumulator, which only a stream can make: it has type *acc ([3]f64) -> *(acc ([3]f64))
--> 2 | entry f (acc: *acc ([3]f64)) = write acc 0 1
-->   |       ^
--> hint: define it with def, and call it in the function of a stream
---
-- A parameter that may not be written to.
def f (acc: acc ([3]f64)) = write acc 0 1
--> UniquenessError [E0502] program.fut:2:35: this argument consumes acc, a parameter that is not unique
--> 2 | def f (acc: acc ([3]f64)) = write acc 0 1
-->   |                                   ^^^
--> note: acc is declared here
--> 2 | def f (acc: acc ([3]f64)) = write acc 0 1
-->   |        ^^^
--> hint: declare its type unique, (acc: *acc ([3]f64))
---
-- An accumulator for another type.
def f (is: []i64) = scatter_stream (replicate 3 0f64) (\acc i -> write acc i true) is
--> TypeError [E0201] program.fut:2:78: argument 3 of write should have type f64, but has type bool
--> 2 | def f (is: []i64) = scatter_stream (replicate 3 0f64) (\acc i -> write acc i true) is
-->   |                                                                              ^^^^
--> note: write has type [n] 't. *acc ([n]t) -> i64 -> t -> *(acc ([n]t))
--> hint: convert with f64.bool
---
-- A read from an accumulator.
def f (is: []i64) = scatter_stream (replicate 3 0f64) (\acc i -> write acc i acc[i]) is
--> TypeError [E0201] program.fut:2:78: the indexed value should be an array, but has type acc ([3]f64)
--> 2 | def f (is: []i64) = scatter_stream (replicate 3 0f64) (\acc i -> write acc i acc[i]) is
-->   |                                                                              ^^^^^^
--> hint: an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream
---
-- An update of an accumulator.
def f (is: []i64) = scatter_stream (replicate 3 0f64) (\acc i -> acc with [i] = 1) is
--> TypeError [E0201] program.fut:2:66: the indexed value should be an array, but has type acc ([3]f64)
--> 2 | def f (is: []i64) = scatter_stream (replicate 3 0f64) (\acc i -> acc with [i] = 1) is
-->   |                                                                  ^^^^^^^^^^^^^^^^
--> hint: an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream
---
-- A comparison of accumulators.
def f (a: *acc ([3]f64)) (b: *acc ([3]f64)) = a == b
--> TypeError [E0203] program.fut:2:47: an operand of == should be of a type with equality, but has type acc ([3]f64)
--> 2 | def f (a: *acc ([3]f64)) (b: *acc ([3]f64)) = a == b
-->   |                                               ^
--> hint: an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream
---
-- A part that is dropped.
def f (s: *(acc ([3]f64), f64)) = s.1
--> UniquenessError [E0506] program.fut:2:8: the accumulator s.0 is dropped: it must be used exactly once
--> 2 | def f (s: *(acc ([3]f64), f64)) = s.1
-->   |        ^
--> note: this never uses it
--> 2 | def f (s: *(acc ([3]f64), f64)) = s.1
-->   |                                   ^^^
--> hint: write to it, pass it on, or return it
---
-- A derivative by an accumulator.
def f (a: *acc ([3]f64)) (i: i64) = jvp (\a -> write a i 1) a a
--> TypeError [E0207] program.fut:2:54: argument 1 of write has type _: an accumulator may not stand here
--> 2 | def f (a: *acc ([3]f64)) (i: i64) = jvp (\a -> write a i 1) a a
-->   |                                                      ^
--> note: write has type [n] 't. *acc ([n]t) -> i64 -> t -> *(acc ([n]t))
--> hint: an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream
-->
--> TypeError [E0207] program.fut:2:61: argument 2 of jvp has type acc ([3]f64): an accumulator may not stand here
--> 2 | def f (a: *acc ([3]f64)) (i: i64) = jvp (\a -> write a i 1) a a
-->   |                                                             ^
--> note: jvp has type 'a 'b. (a -> b) -> a -> a -> b
--> hint: an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream
---
-- A replaced accumulator.
def f (s: *{acc: acc ([3]f64), x: f64}) (acc: *acc ([3]f64)) = s with acc = acc
--> UniquenessError [E0506] program.fut:2:8: the accumulator s.acc is dropped: it must be used exactly once
--> 2 | def f (s: *{acc: acc ([3]f64), x: f64}) (acc: *acc ([3]f64)) = s with acc = acc
-->   |        ^
--> note: this never uses it
--> 2 | def f (s: *{acc: acc ([3]f64), x: f64}) (acc: *acc ([3]f64)) = s with acc = acc
-->   |                                                                ^^^^^^^^^^^^^^^^
--> hint: write to it, pass it on, or return it
---
-- A parametric module that copies what turns out to be accumulators.
module twice (P: {type~ t}) = {def f (x: P.t): (P.t, P.t) = (x, x)}
module m = twice {type~ t = acc ([3]f64)}
def g (acc: *acc ([3]f64)) = let (a, b) = m.f acc in (a, b)
--> UniquenessError [E0506] program.fut:2:65: the accumulator x is used twice: it may not be copied
--> 2 | module twice (P: {type~ t}) = {def f (x: P.t): (P.t, P.t) = (x, x)}
-->   |                                                                 ^
--> note: x is used here before
--> 2 | module twice (P: {type~ t}) = {def f (x: P.t): (P.t, P.t) = (x, x)}
-->   |                                                              ^
--> note: in the instance for this argument
--> 3 | module m = twice {type~ t = acc ([3]f64)}
-->   |                  ^^^^^^^^^^^^^^^^^^^^^^^^
--> hint: give what comes of the first use a name, let acc = write acc i v, and use that
---
-- A polymorphic function specified for accumulators.
module m : {type~ t val f : t -> (t, t)} = {type~ t = acc ([3]f64) def f '~a (x: a): (a, a) = (x, x)}
--> ModuleError [E0603] program.fut:2:12: value f takes values of any type, which it may copy or drop, so it may not be specified for accumulators
--> 2 | module m : {type~ t val f : t -> (t, t)} = {type~ t = acc ([3]f64) def f '~a (x: a): (a, a) = (x, x)}
-->   |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--> note: value f is specified here
--> 2 | module m : {type~ t val f : t -> (t, t)} = {type~ t = acc ([3]f64) def f '~a (x: a): (a, a) = (x, x)}
-->   |                     ^^^^^^^^^^^^^^^^^^^
--> note: and defined here
--> 2 | module m : {type~ t val f : t -> (t, t)} = {type~ t = acc ([3]f64) def f '~a (x: a): (a, a) = (x, x)}
-->   |                                                                        ^
--> hint: declare its parameters with the type of the specification
---
-- A polymorphic function that copies what it is given.
def twice '~a (x: a): (a, a) = (x, x)
def f (acc: *acc ([3]f64)) = twice acc
--> UniquenessError [E0506] program.fut:3:30: twice takes values of any type, '~a. a -> (a, a), which it may copy or drop, so it may not be given an accumulator
--> 3 | def f (acc: *acc ([3]f64)) = twice acc
-->   |                              ^^^^^
--> hint: use a function that declares its parameter with the type, (acc: *acc ([n]t))
---
-- A polymorphic function that drops one of its arguments.
def f (a: *acc ([3]f64)) (b: *acc ([3]f64)) = const a b
--> UniquenessError [E0506] program.fut:2:47: const takes values of any type, '^a '^b. a -> b -> a, which it may copy or drop, so it may not be given an accumulator
--> 2 | def f (a: *acc ([3]f64)) (b: *acc ([3]f64)) = const a b
-->   |                                               ^^^^^
--> hint: use a function that declares its parameter with the type, (acc: *acc ([n]t))
---
-- A polymorphic function that may use its argument on one of its paths only.
def may '~a (c: bool) (x: a) (y: a): a = if c then x else y
def f (a: *acc ([3]f64)) (b: *acc ([3]f64)) = may true a b
--> UniquenessError [E0506] program.fut:3:47: may takes values of any type, '~a. bool -> a -> a -> a, which it may copy or drop, so it may not be given an accumulator
--> 3 | def f (a: *acc ([3]f64)) (b: *acc ([3]f64)) = may true a b
-->   |                                               ^^^
--> hint: use a function that declares its parameter with the type, (acc: *acc ([n]t))
---
-- A polymorphic function that makes a function of its argument.
def delay '~a (x: a): () -> a = \() -> x
def f (acc: *acc ([3]f64)) = delay acc ()
--> UniquenessError [E0506] program.fut:3:30: delay takes values of any type, '~a. a -> () -> a, which it may copy or drop, so it may not be given an accumulator
--> 3 | def f (acc: *acc ([3]f64)) = delay acc ()
-->   |                              ^^^^^
--> hint: use a function that declares its parameter with the type, (acc: *acc ([n]t))
---
-- A polymorphic function that applies what it made of an accumulator twice.
def both '^a '^b 'c (x: a) (f: a -> b) (g: b -> c): (c, c) = let y = f x in (g y, g y)
def f (acc: *acc ([3]f64)) = both acc (\(acc: *acc ([3]f64)) -> write acc) (\_ -> 1i32)
--> UniquenessError [E0506] program.fut:3:30: both takes values of any type, '^a '^b 'c. a -> (a -> b) -> (b -> c) -> (c, c), which it may copy or drop, so it may not be given an accumulator
--> 3 | def f (acc: *acc ([3]f64)) = both acc (\(acc: *acc ([3]f64)) -> write acc) (\_ -> 1i32)
-->   |                              ^^^^
--> hint: use a function that declares its parameter with the type, (acc: *acc ([n]t))
-->
--> UniquenessError [E0506] program.fut:3:71: a function that waits for more arguments may not hold an accumulator: it could be applied many times
--> 3 | def f (acc: *acc ([3]f64)) = both acc (\(acc: *acc ([3]f64)) -> write acc) (\_ -> 1i32)
-->   |                                                                       ^^^
--> hint: give it all its arguments
---
-- A polymorphic function that gives its value to one that copies.
def twice '~a (x: a): (a, a) = (x, x)
def more '~a (x: a): (a, a) = twice x
def f (acc: *acc ([3]f64)) = more acc
--> UniquenessError [E0506] program.fut:4:30: more takes values of any type, '~a. a -> (a, a), which it may copy or drop, so it may not be given an accumulator
--> 4 | def f (acc: *acc ([3]f64)) = more acc
-->   |                              ^^^^
--> hint: use a function that declares its parameter with the type, (acc: *acc ([n]t))
---
-- A type that arrays may hold is none for accumulators.
def keep 'a (x: a): a = x
def f (acc: *acc ([3]f64)) = keep acc
--> TypeError [E0207] program.fut:3:35: argument 1 of keep has type acc ([3]f64): an accumulator may not stand here
--> 3 | def f (acc: *acc ([3]f64)) = keep acc
-->   |                                   ^^^
--> note: keep has type 'a. a -> a
--> 2 | def keep 'a (x: a): a = x
-->   |     ^^^^
--> hint: an accumulator may only be written to, write acc i v, be passed to a parameter of its type, or be returned to the stream
---
-- A polymorphic function with a loop that throws its value away.
def last '~a (n: i64) (f: a -> a) (x: a): a = loop y = x for _i < n do f x
def f (acc: *acc ([3]f64)) = last 3 id acc
--> UniquenessError [E0506] program.fut:3:30: last takes values of any type, '~a. i64 -> (a -> a) -> a -> a, which it may copy or drop, so it may not be given an accumulator
--> 3 | def f (acc: *acc ([3]f64)) = last 3 id acc
-->   |                              ^^^^
--> hint: use a function that declares its parameter with the type, (acc: *acc ([n]t))
