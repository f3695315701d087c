// Package types holds Futhark's types with sizes (type.go), the typed tree that the checker produces and
// lowering consumes (tree.go), unification of types and sizes (unify.go, bind.go, sizeeq.go),
// substitution, printing in Futhark's syntax, and Verify, which checks the invariants of a finished
// tree. Layer 1: imports lang/diag, lang/prim.
//
// The typed tree is elaborated: every name is resolved to a *Symbol, every use of a polymorphic symbol
// carries its instantiation, operators are applications of symbols, sections and operator applications
// are lambdas or applications, literals have their final primitive type, tuples are records
// with fields "0", "1", ...
//
// Operators are symbols of the prelude: `x + y` is Apply{Ref{Sym "+", TypeArgs [t]}, [x, y]}; `&&` and `||` are If. A primitive is declared in the prelude,
//
//	#[prim] def map 'a [n] 'x (f: a -> x) (as: [n]a) : *[n]x = ???
//
// and its symbol has KindPrim and, as Prim, its qualified name ("map", "f64.exp", "i32.+"); lowering has one row for each. An array of
// nothing but numbers is one node, Table, and in core an ArrayLit whose Plain says that passes leave it alone (Note [Tables] in
// lang/syntax/scan).
//
// Sizes equal each other structurally: n+1 and 1+n are different sizes. A size expression mentions other
// sizes through their i64 symbols.
package types
