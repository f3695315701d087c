-- # What an ascription does not specify is hidden.
-- passes
module m: {val x: i32} = {def x = 1i32 def y = 2i32}
def z = m.x
-- fails: E0301
module m: {val x: i32} = {def x = 1i32 def y = 2i32}
def z = m.y
-- fails: E0302
module m: {val x: i32} = {type t = i32 def x: t = 1}
def z: m.t = 1

-- # What it specifies must be there, with a type that fits.
-- passes
module m: {val f: i32 -> i32} = {def f 'a (x: a) = x}
-- fails: E0602
module m: {val x: i32 val y: i32} = {def x = 1i32}
-- fails: E0603
module m: {val x: i32} = {def x = true}
-- fails: E0603
module m: {val f 'a: a -> a} = {def f (x: i32) = x}
-- fails: E0603
module m: {val f '^a: a -> a} = {def f 'a (x: a) = x}
-- fails: E0603
module m: {type t = {a: i32}} = {type t = {b: i32}}
-- fails: E0603
module m: {type t = #a | #b} = {type t = #a | #c}
-- fails: E0603
module m: {val f [n]: [n]i32 -> [n]i32} = {def f (xs: []i32): []i32 = xs[1:]}

-- # It may hide no consumption, and promise no freshness.
-- passes
module m: {val f [n]: *[n]i32 -> i32} = {def f [n] (xs: [n]i32) = 1i32}
-- fails: E0603
module m: {val f [n]: [n]i32 -> i32} = {def f [n] (xs: *[n]i32) = 1i32}
-- fails: E0603
module m: {val f [n]: [n]i32 -> *[n]i32} = {def f [n] (xs: [n]i32) = xs}

-- # An abstract type is another than the one that it stands for, and another at each ascription and application.
-- passes
module m: {type t val mk: i32 -> t val un: t -> i32} = {type t = i32 def mk (x: i32): t = x def un (x: t): i32 = x}
def x = m.un (m.mk 1) + 1
-- fails: E0201
module m: {type t val f: t -> t} = {type t = i32 def f (x: t) = x}
def g = m.f 1i32
-- fails: E0201
module type a = {type t val x: t val f: t -> i32}
module i: a = {type t = i32 def x = 1i32 def f (x: t): i32 = x}
module j: a = i
def y = i.f j.x
-- fails: E0201
module pm (m: {}): {type t val x: t val f: t -> t} = {type t = i32 def x = 1i32 def f (x: t) = x}
module a = pm {}
module b = pm {}
def y = a.f b.x

-- # An abstract type that is not lifted has no unknown sizes and holds no functions.
-- passes
module m: {type~ t val x: () -> t} = {type~ t = []i32 def x (): t = [1]}
-- fails: E0603
module m: {type t} = {type~ t = []i32}
-- fails: E0603
module m: {type~ t} = {type^ t = i32 -> i32}

-- # The sizes of an abstract type are sizes of arrays in what it stands for.
-- passes
module m: {type t [n]} = {type t [n] = [n]i32}
-- fails: E0603
module m: {type^ t [n]} = {type^ t [n] = [n]i32 -> i32}

-- # A value that is no function has no abstract type that hides a size.
-- passes
module type d = {type~ d val empty: () -> d}
-- fails: E0404
module type d = {type~ d val empty: d}

-- # with defines an abstract type that the module type has, with its parameters.
-- passes
module type mt = {type t 'a val x: t i32}
module m: mt with t 'a = [2]a = {type t 'a = [2]a def x = [1i32, 2]}
-- passes
module type mt = {module n: {type t} val x: n.t}
module m: mt with n.t = i32 = {module n = {type t = i32} def x = 1i32}
-- fails: E0605
module type mt = {type t val x: t}
module m: mt with u = i32 = {type t = i32 def x = 1i32}
-- fails: E0605
module type mt = {type t = i32 val x: t}
module m: mt with t = i64 = {type t = i32 def x = 1i32}
-- fails: E0603
module type mt = {type t val x: t}
module m: mt with t = i64 = {type t = i32 def x = 1i32}
-- fails: E0605
module type mt = {type t 'a val x: t i32}
module m: mt with t = i32 = {type t 'a = i32 def x = 1i32}
-- fails: E0605
module type mt = {module n: {type t} val x: n.t}
module m: mt with t = i32 = {module n = {type t = i32} def x = 1i32}
-- fails: E0605
module type mt = {type t}
module m: mt with t = i32 with t = i64 = {type t = i32}
-- fails: E0605
module type mt = {val t: i32}
module m: mt with t = i32 = {def t = 1i32}

-- # A parametric module is applied to a module that its parameter's type fits, and used only applied.
-- passes
module pm (p: {val x: i64}) = {def y = p.x + 2}
module m = pm {def x = 2 : i64}
def z = m.y
-- fails: E0604
module pm (p: {val x: i64}) = {def y = p.x + 2}
def z = pm.y
-- fails: E0604
module pm (p: {val x: i64}) = {def y = p.x + 2}
open pm
-- fails: E0603
module pm (p: {val x: i64}) = {def y = p.x + 2}
module m = pm {def x = 1i32}
-- fails: E0201
module pm (p: {type t val x: t}) = {def y: p.t = 1i32}
-- fails: E0604
module f = {def z = 1i32}
module m = f {def y = 1i32}

-- # A parametric module that demands more than its specification says does not fit it.
-- passes
module type c = {type t val x: t}
module type k = {module op: (x: c with t = i64) -> c}
module l: k = {module op (x: c): c = {type t = x.t def x = x.x}}
-- fails: E0604
module type c = {type t val x: t}
module type k = {module op: (x: c) -> c}
module l: k = {module op (x: c with t = i64): c = {type t = i64 def x = x.x + 1}}

-- # The type of a module's parameter is not optional.
-- passes
module m = \(x: {val y: i32}) -> {def z = x.y}
-- fails: E0101
module m = \(x) -> {def y = 1i32}

-- # local keeps names from users of the module, open passes them on.
-- passes
module m = {open {def x = 1i32}}
def y = m.x
-- fails: E0301
module m = {local def x = 1i32}
def y = m.x
-- fails: E0301
module m = {local open {def x = 1i32}}
def y = m.x

-- # A later open hides what an earlier one brought.
-- passes
module m = {def x = true}
module n = {def x = 1i32}
open m
open n
def y = x + 1
-- fails: E0203
module m = {def x = 1i32}
module n = {def x = true}
open m
open n
def y = x + 1

-- # m.(e) opens m in e.
-- passes
module m = {def z = 1i32}
def f = m.(z + 1)
-- fails: E0301
module m = {def z = 1i32}
def f = m.(z) + z

-- # Modules define, module types specify.
-- passes
module type t = {val x: i32}
module m: t = {def x = 1i32}
-- fails: E0101
module m = {val x: i32}
-- fails: E0101
module type t = {def x = 1i32}
