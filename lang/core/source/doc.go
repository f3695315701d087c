// Package source prints core programs for people, as Futhark: input a function without accumulators, output its text.
// What is used once stands where it is used; names are those of the program, without numbers where no other variable of the
// name is needed in the same place. Styles tell how much a checker is told. What Futhark has no words for (a few
// primitives) is written as calls of functions of that name.
//
// Layer 2: imports lang/core, lang/prim.
package source
