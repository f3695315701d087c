// Package load reads and checks programs with the files that they import, each file once.
//
// Input: a path, or a folder for the imports of a notebook's cells. Output: check.Program, or what an
// import defines, and all faults. Paths are relative to the importing file, but those below /prelude/, which
// are files of the library; two paths to one file are one module, so its abstract types are the same ones; a
// file that imports itself, also by way of others, is an error.
//
// Layer 4: imports lang/diag, lang/syntax, lang/check.
package load
