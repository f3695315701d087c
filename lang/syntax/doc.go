// Package syntax turns text into syntax trees: lexer, parser, and printer of Futhark as of 0.28, all of
// it, also what later stages do not support yet. A cell is declarations and at most one last expression.
// Layer 1: imports lang/diag, lang/prim.
package syntax
