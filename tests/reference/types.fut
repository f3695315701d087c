-- # The elements of an array have one type and size: arrays are regular.
-- passes
def f (a: [2]i32) (b: [2]i32) = [a, b]
-- fails: E0401
def f = [[1i32, 2], [3]]
-- fails: E0401
def f (a: [2]i32) (b: [3]i32) = [a, b]
-- fails: E0201
def f = [1i32, true]

-- # Arrays, branches, matches and loop parameters hold no functions.
-- passes
def f = {g = \(x: i32) -> x + 1}.g 2
-- fails: E0207
def f = [\x -> x + 1i32]
-- fails: E0207
def f (b: bool) = (if b then \x -> x + 1i32 else \x -> x) 3
-- fails: E0207
def f (b: bool) = (match b case true -> \x -> x + 1i32 case false -> \x -> x) 3
-- fails: E0207
def f = (loop g = \x -> x + 1i32 for i < 3 do g) 1
-- fails: E0207
def f = map (\x -> \y -> x + y) [1i32]

-- # Only a fully lifted type parameter stands for functions; inside it counts as one.
-- passes
def id2 '^a (x: a) = x
def f = id2 (\x -> x + 1i32) 2
-- fails: E0207
def id2 'a (x: a) = x
def f = id2 (\x -> x + 1i32)
-- fails: E0207
def f '^t (b: bool) (x: t) (y: t) = if b then x else y
-- fails: E0207
def f '^t (x: t) = [x]
-- fails: E0207
def f '^t (x: t) = loop y = x for i < 10 do y

-- # A size-lifted type may be the result of a branch, but no element of an array.
-- passes
def f '~t (b: bool) (x: t) (y: t) = if b then x else y
-- fails: E0207
def f '~t (x: t) = [x]

-- # A type abbreviation with unknown sizes is type~, one that may hold functions type^.
-- passes
type~ a = []i32
type^ b = i32 -> i32
-- fails: E0404
type a = []i32
-- fails: E0207
type b = i32 -> i32
-- fails: E0207
type~ b = i32 -> i32

-- # Lifted types stand in no arrays.
-- passes
type~ t = []i32
def f (x: t) = length x
-- fails: E0207
type~ t = []i32
def f (x: []t) = 1i32

-- # A type abbreviation gets as many arguments as it has parameters, sizes for sizes and types for types.
-- passes
type two [n] 't = ([n]t, [n]t)
def x: two [2] i32 = ([1, 2], [3, 4])
-- fails: E0305
type p 'a 'b = (a, b)
def f (x: p i32) = x
-- fails: E0305
type v [n] = [n]i32
def f (x: v i32) = x
-- fails: E0305
type v 'a = [3]a
def f (x: v [2]) = x

-- # All size parameters of a type abbreviation are used in its definition; type parameters need not be.
-- passes
type t 'a = i32
-- fails: E0405
type t [n] = i32

-- # A record type names a field once, a sum type a constructor.
-- passes
type t = {a: i32, b: #x | #y}
-- fails: E0304
type t = {a: i32, a: i32}
-- fails: E0304
type t = #a | #a
-- fails: E0304
def f = {a = 1i32, a = 2i32}

-- # Types are not recursive.
-- passes
type t = #leaf i32 | #node (i32, i32)
-- fails: E0302
type t = #leaf i32 | #node (t, t)

-- # An ascription e : t demands the type t of e; it coerces nothing.
-- passes
def f (xs: [3]i32): [3]i32 = xs : []i32
-- fails: E0201
def f (x: i32) = x : i64
-- fails: E0401
def f (xs: [3]i32) = xs : [4]i32
-- fails: E0201
def f (x: {a: i32}) = x : {b: i32}
-- fails: E0205
def f (x: i32): (#a i32) = (#b x : #a i32)

-- # A literal without a suffix has the type of its use; one that does not fit it is an error, with a suffix it wraps.
-- passes
def x = 255 : u8
def y = 257u8
-- fails: E0211
def x = 257 : u8
-- fails: E0211
def f (x: u8) = match x case 256 -> 1i32 case _ -> 2

-- # Overloading is resolved at the definition, not by later uses.
-- passes
def f x y = x + y : i64
def g = f 1 2
-- fails: E0203
def f x y = x + y
def g = f 1.5 2.5

-- # Operands of an operator have one type that the operator is defined for.
-- passes
def f (x: i32) = x + 1 == 2 && true
-- fails: E0201
def f (x: i32) (y: i64) = x + y
-- fails: E0203
def f = true + false
-- fails: E0201
def f = 1i32 && 2i32
-- fails: E0203
def f = 1.0 << 2.0
-- fails: E0203
def f (g: i32 -> i32) = g == g
-- fails: E0203
def f 'a (x: a) = x + x

-- # Field projection needs a type that is known to have the field; a parameter may need an annotation.
-- passes
def f (r: {x: bool, y: i32}) = r.x
-- fails: E0206
def f r = r.x
-- fails: E0204
def f (x: (i32, i32)) = x.2
-- fails: E0204
def f (xs: [](i32, i32)) = xs.0

-- # r with f = e needs a type of r that is known up to f, and keeps the type of the field.
-- passes
def f (r: {x: i32}) = r with x = 0
-- fails: E0206
def f r: {x: i32} = r with x = 0
-- fails: E0201
def f (r: {x: i32}) = r with x = true
-- fails: E0204
def f (r: {x: i32}) = r with y = 0

-- # The type of a constructor must be known with all of its constructors, and it gets all of its payload.
-- passes
def f (x: bool): (#some bool | #none) = #some x
-- fails: E0206
def f (x: bool) = #some x
-- fails: E0205
def f (x: bool): (#some bool | #none) = #just x
-- fails: E0205
def f: i32 -> (#a i32) = #a
-- fails: E0205
def f: (#a i32 | #b) = #b 1

-- # Patterns of let, functions and loops always match; a constructor does if it is the only one.
-- passes
def f (#a x: #a i32) = x + 1
-- fails: E0210
def f (x: (i32, i32)) = let (2, y) = x in y
-- fails: E0210
def f 1 = 2i32
-- fails: E0210
def f (x: #a i32 | #b) = let (#a y) = x in y

-- # A match has a case for every value, all of one type.
-- passes
def f (x: i32) = match x case 0 -> false case 1 -> true case _ -> assert false false
-- fails: E0209
def f (x: i32) = match x case 0 -> false case 1 -> true
-- fails: E0209
def f (x: #a (i32, bool) | #b) = match x case #a (_, true) -> 1i32 case #b -> 2
-- fails: E0201
def f (x: bool) = match x case true -> 1i32 case false -> 2i64
-- fails: E0205
def f (x: #a i32 | #b) = match x case #a y -> y case #b -> 2 case #c -> 3

-- # A type that would be infinite is an error.
-- passes
def f x = (x, x)
-- fails: E0208
def f x = x x

-- # A type parameter of a local function is known only there.
-- passes
def f (x: i32) = let g 'b (y: b) = (x, y) in (g true, g 1i32)
-- fails: E0201
def f x = let g 'b (y: b) = if true then y else x in g

-- # A local function is polymorphic only if it declares type parameters; a value bound by let never is.
-- passes
def f = let g 'a (x: a) = x in (g 1i32, g true)
-- fails: E0201
def f = let g x = x in (g 1i32, g true)
-- fails: E0201
def f = let g = \x -> x in (g 1i32, g true)

-- # Lambdas have no type parameters.
-- passes
def f 'a = \(x: a) -> x
-- fails: E0101
def f = \'a (x: a) -> x

-- # A hole has any type, but one that is determined.
-- passes
def foo [n] (x: [n]f32): i64 = ???
def bar [n] (x: [n]f32): i64 = ??? x
def baz n = length (??? : [n]i32)
-- passes
def f = let g _ = ??? in g true false
-- fails: E0405
def n = length ???
-- fails: E0206
def f (x: i32) = let y = ??? in x
-- fails: E0206
def f (x: i32) = const x ???

-- # Conditions are bools, bounds of loops integers, and what a loop goes over an array.
-- passes
def f (xs: []i32) = loop a = 0 for x in xs do if x > 0 then a + x else a
-- fails: E0201
def f = if 1i32 then 2i32 else 3
-- fails: E0201
def f = loop x = 1i32 while x do x + 1
-- fails: E0203
def f = loop x = 1i32 for i < 1.5 do x
-- fails: E0201
def f = loop x = 1i32 for i in 10i32 do x
-- fails: E0201
def f = assert 1i32 2i32

-- # The body of a loop has the type of its parameters.
-- passes
def f = loop x = 1i32 for i < 10i32 do x + i
-- fails: E0201
def f = loop x = 1i32 for i < 10 do true

-- # Slices are of i64; ranges of integers.
-- passes
def f (xs: []i32) (i: i32) = (xs[i], xs[1:], 0..<i)
-- fails: E0201
def f (xs: []i32) (i: i32) = xs[i:]
-- fails: E0203
def f (xs: []i32) = xs[1.0]
-- fails: E0201
def f (xs: []i32) = xs[0, 1]
-- fails: E0203
def f = 1.0...2.0
