// Package scan turns text into tokens: for the parser (Scan), for highlighting and completion (Tokens, Words), and knows what a token
// can begin or end (begin.go) and how tight an operator binds (level.go).
//
// It never fails: what no program contains is a token, too, with what is wrong about it. Arrays of nothing but numbers are one token: Note [Tables].
//
// Layer 1: imports lang/diag.
package scan
