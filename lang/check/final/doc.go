// Package final checks a finished definition, whose tree has all its types: that sizes are known where they are needed (known.go),
// matches cover every value (exhaust.go), functions call themselves as they may (recursion.go), entry points are legal (entry.go);
// then package uniqueness has the last word.
//
// Input is a Subject, output are diagnostics. The tree stays as it is, but for what uniqueness completes.
//
// Layer 4: imports lang/check/fault, lang/check/scope, lang/check/uniqueness, lang/diag, lang/prim, lang/types.
package final
