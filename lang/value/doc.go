// Package value holds run-time values on the host, and Futhark's text and binary formats for them.
//
// ReadAll and Reader take input in both formats mixed; malformed input is an error with its place, and no
// declared size is believed before the bytes are there. Print writes the text form, AppendBinary and
// WriteBinary the binary form; both read back to the same value. Compare is Futhark's tolerant
// comparison, Equal the exact one.
//
// Layer 1: imports lang/diag, lang/prim.
package value
