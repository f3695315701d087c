// Package core is the core IR: first-order programs in A-normal form over scalars and regular arrays of
// scalars, with second-order array combinators (SOACs) that take lambdas.
//
//	prog  ::= fun*
//	fun   ::= fun NAME (v: t) ... : (t, ...) body
//	body  ::= { let (v: t) ... = exp ... in (atom, ...) }
//	atom  ::= v | constant
//	t     ::= [atom]...[atom] prim  |  acc ([atom]... prim)
//	exp   ::= the nodes of exp.go
//
// Invariants (checked by Verify):
//   - every Var is bound once in a program, and used only where its binder is in scope (inner
//     lambdas and branches see outer variables);
//   - types are exact: array dimensions are atoms in scope (a constant, or an i64 variable). A binder's
//     type may mention binders to its left in the same pattern or parameter list, so a construct whose
//     result size is not known before returns the size too, as an i64 to the left of the array;
//   - no arrays of tuples: an array of records is one array for each leaf, with equal outer dimensions;
//   - arrays are immutable values. Update, Scatter, Hist and WithAcc consume their destination: the
//     variable and its aliases are dead afterwards (lowering inserts Copy where it can't show that), so
//     every engine may work in place;
//   - statements run in order. Assert and the checked operations (Index, Slice, Update, integer division,
//     negative sizes, Call) may fail; dead ones may be removed except Assert.
//
// Layer 1: imports lang/diag, lang/prim.
package core
