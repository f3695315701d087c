// Package syntax turns text into syntax trees: lexer, parser, and printer of Futhark as of 0.28, all of
// it, also what later stages do not support yet. A cell is declarations and at most one last expression.
//
// Input: a diag.Source. Output: a File (ParseFile, ParseCell) or an expression (ParseExp) with a diag.List;
// the file holds whatever declarations have no fault. Further, for tools: Tokens, Complete, Print.
//
// The lexer (scan.go) is written by hand. Declarations, types, patterns and modules are participle grammars
// (decl.go, type.go, pattern.go, module.go: structs named ...G); expressions and the heads of definitions are
// written by hand over the same token stream (exp.go, atom.go, control.go), since they need operator levels and
// good messages. How a text is cut into items and how parsing goes on after a fault: Note [Items].
//
// Invariants:
//   - The span of every node begins at its first token and ends right after its last one.
//   - The text of an expression's span is that expression.
//   - Print and parse are inverse, but for spans (FuzzParse).
//   - No text makes the parser panic, nor the depth of a tree exceed maxDepth.
//
// Layer 1: imports lang/diag.
package syntax
