// Package activity finds the variables of core code that may carry a derivative other than zero [Peng23, 3.3.1]: those
// that depend on an active one through something differentiable, by the derivative rows. Both modes ask it:
// ad/fwd which values get a tangent, ad/rev which get an adjoint.
// (The other half, whether a result depends on a value, shows by itself in reverse mode: its adjoint stays zero.)
//
// Input: variables that are active to begin with, and code without derivatives but of functions that call themselves.
//
// Layer 5: imports ad/deriv, lang/core, lang/prim.
package activity
