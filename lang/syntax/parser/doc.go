// Package parser turns text into syntax trees.
//
// Input: a diag.Source. Output: a syntax.File (File, Cell) or an expression (Exp) with a diag.List;
// the file holds whatever declarations have no fault. Complete reports whether a cell may be run as it stands.
//
// Declarations, types, patterns and modules are participle grammars
// (decl.go, type.go, pattern.go, module.go: structs named ...G); expressions and the heads of definitions are
// written by hand over the same token stream (exp.go, atom.go, control.go), since they need operator levels and
// good messages. How a text is cut into items and how parsing goes on after a fault: Note [Items].
//
// No text makes the parser panic, nor the depth of a tree exceed maxDepth.
//
// Layer 3: imports lang/diag, lang/syntax, lang/syntax/scan.
package parser
