// Package explain reports types that do not fit: the message, the places that it points at, and a way out that can be written as it
// stands where that is possible.
//
// Input is a Clash: the two types, the reason (types.Mismatch) and the Role of the expression. No decision is made by the text
// of a message: who needs to know what a hint is about asks for its Way.
//
// Layer 4: imports lang/check/fault, lang/check/scope, lang/diag, lang/prim, lang/types.
package explain
