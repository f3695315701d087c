// Package syntax is the syntax trees of Futhark as of 0.28, all of it, also what later stages do not support yet, and their text:
// Print; Builder makes trees that no text was parsed to. A cell is declarations and at most one last expression.
//
// Package scan turns text into tokens, package parser tokens into these trees.
//
// Invariants:
//   - The span of every node begins at its first token and ends right after its last one.
//   - The text of an expression's span is that expression.
//   - Print and parse are inverse, but for spans (FuzzParse).
//
// Layer 2: imports lang/diag, lang/syntax/scan.
package syntax
