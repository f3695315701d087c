-- | Derivatives. f is differentiated at x; free variables of f are constants.
--
-- Every type is its own tangent. What is made of operations on floats has the derivatives of calculus. Integers have those of
-- wrapping arithmetic, so that vjp (\x -> x * x) 3i32 1 is 6; a conversion converts the tangent too, and its adjoint back. But in a function
-- whose results are floats, a float that becomes an integer on the way is a step: x - f64.i64 (i64.f64 x) has derivative one.
-- Sizes, indices, the number of iterations and comparisons do not depend on tangents; bit operations have none, but for the
-- complement (minus one) and shifts to the left, nor have to_bits and from_bits. The tangent of a bool is false.

-- | The derivative of f at x in direction dx.
#[prim] def jvp 'a 'b (f: a -> b) (x: a) (dx: a): b = ???

-- | The adjoint of x for the adjoint dy of f x.
#[prim] def vjp 'a 'b (f: a -> b) (x: a) (dy: b): a = ???

-- | f x, and its derivative in direction dx.
#[prim] def jvp2 'a 'b (f: a -> b) (x: a) (dx: a): (b, b) = ???

-- | f x, and the adjoint of x.
#[prim] def vjp2 'a 'b (f: a -> b) (x: a) (dy: b): (b, a) = ???

-- | jvp in several directions at once.
#[prim] def jmp 'a 'b [n] (f: a -> b) (x: a) (dxs: [n]a): [n]b = ???

-- | vjp of several adjoints at once.
#[prim] def mjp 'a 'b [n] (f: a -> b) (x: a) (dys: [n]b): [n]a = ???

-- | f x, and its derivatives in several directions.
#[prim] def jmp2 'a 'b [n] (f: a -> b) (x: a) (dxs: [n]a): (b, [n]b) = ???

-- | f x, and the adjoints of x of several adjoints.
#[prim] def mjp2 'a 'b [n] (f: a -> b) (x: a) (dys: [n]b): (b, [n]a) = ???

-- | f x, with an adjoint of its own: where a reverse derivative is taken, f' gets the result of f and its
-- adjoint, and gives the adjoint of x. Free variables of f get none. Forward derivatives differentiate f.
#[prim] def with_vjp 'a 'b (f: a -> b) (f': (res: b) -> (adj: b) -> a) (x: a): b = ???

-- | f x, with a tangent of its own: where a forward derivative is taken, f' gets the argument of f and its tangent, and
-- gives the tangent of f x. Those of free variables do not count. Reverse derivatives differentiate f.
#[prim] def with_jvp 'a 'b (f: a -> b) (f': (x: a) -> (dx: a) -> b) (x: a): b = ???

-- | As with_vjp, where f also gives what only f' needs (the tape), which is no part of the result.
def with_vjp_tape 'a 'b 'c (f: a -> (c, b)) (f': (c, b) -> a) (x: a): b =
  (with_vjp f (\res adj -> f' (res.0, adj.1)) x).1
