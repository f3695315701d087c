// Package listing writes the derivative of a program for people, as Futhark: input a lowered program and a mode, output
// the text of functions that compute its results and its adjoints or tangents. The text is a program: where it is
// checked and run, it gives the derivatives that vjp2 and jvp2 give (tests/adtext). Accumulators, for which Futhark has
// no words, become the sums, histograms and loops that a person would write (plain.go).
//
// Layer 8: imports ad, ad/rev, lang/opt, lang/core/source, lang/core, lang/prim.
package listing
