// Package core is the core IR: first-order programs in A-normal form over scalars and regular arrays of
// scalars, with second-order array combinators (SOACs) that take lambdas.
//
// Print writes a program as text, Parse reads it back. With x* for any number of x, [x] for at most one:
//
//	prog   ::= fun fun*                       the entry point last; NAMEs are in scope everywhere
//	fun    ::= fun NAME binder* : binder* = body        a NAME that is no identifier stands in quotes
//	binder ::= (v: type)
//	type   ::= {[atom]} PRIM  |  acc CERT {[atom]} PRIM
//	body   ::= stm* in (atom, ...)
//	stm    ::= let binder binder* = exp  |  let () = exp
//	lambda ::= (\ binder* : (type, ...) -> body)
//	atom   ::= v  |  constant such as 2i64, -1.5f32, f64.inf, true
//	exp    ::= use atom  |  copy v  |  OP.PRIM atom*  |  [atom, ...] : type
//	        |  v[atom, ...]  |  v[slice, ...]  |  v with [atom, ...] = atom  |  v with [slice, ...] = v
//	        |  iota.PRIM n start step  |  replicate [atom, ...] atom  |  scratch type  |  concat n (v, ...)
//	        |  rearrange (0, 1, ...) v  |  reshape [atom, ...] v  |  reverse v  |  rotate atom v
//	        |  assert atom "message" (atom, ...)  |  assert_index likewise  |  trace "message" (atom, ...)
//	        |  if atom then body else body
//	        |  loop [#["attribute", ...]] (v: type = atom)* for binder < atom do body
//	        |  loop [#["attribute", ...]] (v: type = atom)* while body do body
//	        |  map n (acc; ... v, ...) lambda
//	        |  reduce n (v, ...) (ne, ...) lambda  |  reduce_comm likewise  |  scan likewise
//	        |  hist n (dest, ...) (index, ...) (value, ...) (ne, ...) lambda
//	        |  scatter n (dest, ...) (index, ...) (value, ...)
//	        |  with_acc (CERT v ne lambda)* lambda  |  update_acc v [atom, ...] atom
//	        |  jvp [vec n] lambda (arg, ...) (seed, ...)  |  vjp likewise
//	        |  custom_vjp lambda lambda (arg, ...)  |  custom_jvp likewise
//	        |  call NAME (atom, ...)
//	slice  ::= start : count : stride
//
// A comment runs from -- to the end of its line. Variables print as name_ID; Parse takes any names that
// are not keywords and shadow as scopes do, and makes fresh variables. An integer constant without a
// suffix is an i64. Canon prints with canonical numbers, so that programs can be compared as texts.
//
// Invariants (checked by lang/core/verify):
//   - every Var is bound once in a program, and used only where its binder is in scope (inner
//     lambdas and branches see outer variables);
//   - types are exact: array dimensions are atoms in scope (a constant, or an i64 variable). A binder's
//     type may mention binders to its left in the same pattern or parameter list, so a construct whose
//     result size is not known before returns the size too, as an i64 to the left of the array;
//   - no arrays of tuples: an array of records is one array for each leaf, with equal outer dimensions;
//   - arrays are immutable values. Update, Scatter, Hist and WithAcc consume their destination: it may not be used
//     afterwards, under no name (lowering inserts Copy where it can't show that), so every engine may work in
//     place. They read their other operands before they write. A loop, map, operator or call consumes an
//     operand when its code consumes the parameter, and then uses it in no other way; code that may run several times
//     consumes nothing bound outside of it. Which names may lie in one memory the nodes say (Note [Memory] in
//     memory.go), lang/core/alias follows it;
//   - an accumulator is used once on every path;
//   - functions stand before those that call them, unless they call each other;
//   - statements run in order. Assert and the checked operations (Index, Slice, Update, integer division,
//     negative sizes, Call) may fail; those whose results nothing uses may be removed, except Assert.
//
// Layer 1: imports lang/diag, lang/irtext, lang/prim.
package core
