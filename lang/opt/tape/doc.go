// Package tape has one pass over core, Thin: it keeps of the arrays that a loop saves only what is read of them.
//
// Input: a program without derivatives that verifies. Output: the same, with tapes of fewer dimensions. Note [Thin tapes] says which.
//
// Layer 3: imports lang/core.
package tape
