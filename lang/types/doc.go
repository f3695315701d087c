// Package types holds Futhark's types with sizes, unification over them, and the typed tree that the
// checker produces and lowering consumes. Layer 2: imports lang/diag, lang/prim, lang/syntax.
//
// The typed tree is elaborated: every name is resolved to a *Symbol, every use of a polymorphic symbol
// carries its instantiation, operators are applications of symbols, sections and operator applications
// are lambdas or applications, literals have their final primitive type, tuples are records
// with fields "0", "1", ...
package types
