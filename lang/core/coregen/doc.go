// Package coregen makes random well-typed core programs for property tests: of passes (the program means
// the same before and after), of differentiation (forward, reverse and differences agree) and of
// backends (they agree with the interpreter).
//
// Input: a seed and Options. Output: a program that passes package verify, with arguments for its entry
// point, at which it neither fails nor overflows. The same seed gives the same program. Shrink makes a
// program that shows a fault smaller.
//
// Layer 4: imports lang/core, lang/core/verify, lang/prim, lang/value.
package coregen
