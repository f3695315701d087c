// Package source prints core programs for people, as Futhark: input a function, output its text. Scalars that are used
// once stand where they are used, names are those of the program, without numbers where that is possible, and what
// Futhark has no words for (accumulators, some slices) is written as calls of functions of that name.
//
// Layer 2: imports lang/core, lang/prim.
package source
