// Package value holds run-time values on the host, and Futhark's text and binary formats for them.
// Layer 1: imports lang/diag, lang/prim.
package value
