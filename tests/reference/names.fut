-- # A definition can only refer to names that are bound before it.
-- passes
def f (x: i32) = x + 1
def g (x: i32) = f x
-- fails: E0301
def g (x: i32) = f x
def f (x: i32) = x + 1
-- fails: E0301
type t = [n]i32
def n = 3i64
-- fails: E0301
def f (xs: [n]i32) (n: i64) = xs
-- fails: E0301
module type m = {val a: [n]i32 val n: i64}

-- # Terms and modules share a name space; types and module types have one each.
-- passes
type m = i32
module type m = {}
def m: m = 2
-- fails: E0304
module m = {}
def m = 2i32

-- # A name is bound once in one pattern, in the parameters of a function with its sizes, and in one file or module.
-- passes
def f (x: i32) = let x = x + 1 in x
-- fails: E0304
def f (x: i32) (x: i32) = x
-- fails: E0304
def f [m] (m: [m]i64) = m
-- fails: E0304
def f = let (x, x) = (1i32, 2i32) in x
-- fails: E0304
def f 'a 'a (x: a) = x
-- fails: E0304
def x = 1i32
def x = 2i32
-- fails: E0304
module type m = {val f: i32 val f: i64}

-- # Reserved names are used only where the grammar has them.
-- passes
def values = 1i32
-- fails: E0107
def val = 1i32
-- fails: E0107
def assert = 1i32
-- fails: E0101
def f = {def = 1i32}
-- fails: E0101
type type = i32

-- # && and || may not be defined anew; other operators may, also ones that begin with these.
-- passes
def (&&&) (x: i32) (y: i32) = x + y
-- passes
def (a: i32, b: i32) +^ (c: i32, d: i32) = (a + c, b + d)
-- fails: E0309
def (&&) (x: bool) (y: bool) = x
-- fails: E0309
def (||) (x: bool) (y: bool) = x
-- fails: E0101
def (=) (x: i32) (y: i32) = x

-- # A name that begins with an underscore is not used, but as a size in types.
-- passes
def f (_x: i32) (y: i32) = y
-- passes
def f [_n] (xs: [_n]i32) (ys: [_n]i32) = map2 (+) xs ys
-- fails: E0317
def f (_x: i32) = _x
-- fails: E0317
def _f (x: i32) = x
def g = _f 1
-- fails: E0317
def f (n: i64) = loop a = 0i64 for _i < n do a + _i
-- fails: E0317
def f (xs: []i32) = map (\_x -> _x + 1) xs
-- fails: E0317
def f [_n] (xs: [_n]i32) = _n

-- # A documentation comment stands before a declaration only.
-- passes
-- | The answer.
def x = 42i32
-- passes
module m = {
  -- | The answer.
  def x = 42i32
}
-- fails: E0102
def x =
  -- | The answer.
  42i32
-- fails: E0102
def x = 42i32
-- | Nothing follows.

-- # Elements separated by commas may end with one, but a tuple has no or several elements.
-- passes
def x = (1i32, 2i32,)
def y = [1i32, 2i32,]
def z = {a = 1i32, b = 2i32,}
-- fails: E0101
def x = (1i32,)

-- # x.y is a field of the value x or a name in the module x: a value hides a module of its name.
-- passes
module m = {def z = 1i32}
def f (n: {z: i32}) = n.z + m.z
-- fails: E0204
module m = {def z = 1i32}
def f (m: i32) = m.z

-- # Between an array and its index there is no space: a [i] applies a function.
-- passes
def f (xs: [3]i32) = xs[0] + (xs)[1]
-- fails: E0202
def f (xs: [3]i32) = xs [0]

-- # An ascription stands in an index only in parentheses.
-- passes
def f (xs: [3]i32) = xs[(0 : i64)]
-- fails: E0301
def f (xs: [3]i32) = xs[0 : i64]

-- # Literals have digits behind their prefixes, points and exponents, and a suffix that fits them.
-- passes
def x = (0x1f, 0b101, 1_000, 1e5f32, 0x1.fp3, 1f32)
-- fails: E0104
def x = 0x
-- fails: E0104
def x = 0b2
-- fails: E0104
def x = 1e
-- fails: E0104
def x = 1.5i32

-- # A section of an operator has one operand; (-x) is a negation.
-- passes
def f (x: i32) = ((-x), map (+ (-1)) [x], map (3 -) [x])
-- fails: E0203
def f = map (-1) [1i32]
-- fails: E0102
def f = (!)
