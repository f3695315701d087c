// Package files reads and writes values as files: NumPy's .npy, CSV, Futhark's text and binary values, PNG images.
//
// Input: the bytes of a file, or a value; the ending of the file's name says the format. Output: a value, or bytes. Errors are
// texts for people, without the name of the file. No input makes the readers panic or allocate more than a small multiple of
// its size. Layer 9: imports lang/prim, lang/syntax, lang/value.
package files
