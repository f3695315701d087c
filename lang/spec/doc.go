// Package spec reads the test blocks that Futhark programs keep in comments, as the manual of futhark test
// describes them: a description, a line of just "==", and test cases with input and expected output, or the
// compile-time error that the program must have.
//
// Input: the text of a program. Output: a Spec, or an error that names the line. Values of inputs and
// outputs are read when they are asked for (Data.Values), since some lie in files.
//
// Layer 2: imports lang/prim, lang/value.
package spec
