// Package interp makes engines of interpreters: the reference interpreter (lang/eval), and that which takes derivatives at run
// time (ad/dual).
//
// Input: a core.Prog, which for the latter has gone through no passes, and values of any engine. Output: values on the host.
//
// Layer 9: imports backend, ad/dual, lang/*.
package interp
