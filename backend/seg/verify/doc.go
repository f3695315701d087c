// Package verify checks the invariants of kernel programs (backend/seg/doc.go). With RAIDO_VERIFY the pipeline runs it after passes, so
// that a fault is found where it is made.
//
// Layer 6: imports backend/seg, lang/core, lang/prim.
package verify
