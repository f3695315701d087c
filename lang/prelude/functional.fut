-- | Functions on functions, pipes, and simple repetition.

-- | Left-to-right application.
def (|>) '^a '^b (x: a) (f: a -> b): b = f x

-- | Right-to-left application.
def (<|) '^a '^b (f: a -> b) (x: a): b = f x

-- | Left-to-right composition.
def (>->) '^a '^b '^c (f: a -> b) (g: b -> c) (x: a): c = g (f x)

-- | Right-to-left composition.
def (<-<) '^a '^b '^c (g: b -> c) (f: a -> b) (x: a): c = g (f x)

-- | Flips the arguments of a function.
def flip '^a '^b '^c (f: a -> b -> c) (b: b) (a: a): c = f a b

-- | Turns a function of a pair into a curried one.
def curry '^a '^b '^c (f: (a, b) -> c) (a: a) (b: b): c = f (a, b)

-- | Turns a curried function into one of a pair.
def uncurry '^a '^b '^c (f: a -> b -> c) (p: (a, b)): c = f p.0 p.1

-- | The constant function.
def const '^a '^b (x: a) (_: b): a = x

-- | The identity function.
def id '^a (x: a): a = x

-- | Applies a function n times.
def iterate 'a (n: i32) (f: a -> a) (x: a): a = loop y = x for _i < n do f y

-- | Applies a function as long as the predicate holds.
def iterate_while 'a (p: a -> bool) (f: a -> a) (x: a): a = loop y = x while p y do f y

-- | Applies a function until the predicate holds.
def iterate_until 'a (p: a -> bool) (f: a -> a) (x: a): a = loop y = x while !(p y) do f y

-- | The identity, which no optimisation sees through.
#[prim] def opaque 't (x: t): t = ???

-- | The identity; shows its argument where an engine can.
#[prim] def trace 't (x: t): t = ???

-- | The identity; where other tools would stop and show their environment.
def break 't (x: t): t = x

-- | A fresh copy of a value, which may be consumed.
#[prim] def copy 't (x: t): *t = ???

-- | A fresh copy of a value, laid out plainly in memory.
#[prim] def manifest 't (x: t): *t = ???
