// Package verify checks the invariants of core programs (lang/core/doc.go). The pipeline runs it after each pass under
// test, so that a fault is found where it is made.
//
// Layer 3: imports lang/core, lang/core/alias, lang/prim.
package verify
