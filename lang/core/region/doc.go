// Package region tells which elements of an array code reads and writes, and which versions of the array agree there.
//
// An array that loops update in place goes through versions; each is a value of its own, since arrays of core are values.
// Chains are the versions that one memory goes through in a body, in loops and branches of it too: what flows from one update
// to the next. Indices and bounds are taken as sums of counters and of what is bound around, with factors that are known
// (affine), or that are sizes as in i*n + j (Note [Rows in one dimension]); an index that is no such sum stands for any number.
// Whether a place that is read may be written between two versions is then a question whether a system of linear inequalities
// has a solution, which elimination answers [Peng23, 3.3.3: killed values, for elements in the place of variables; the
// elimination is Fourier's].
//
// Misses asks the same of one part, which is about to be written: that nothing reads it before.
//
// Answers are safe: an array is given only if it certainly agrees. Integers are taken not to wrap in indices.
//
// Layer 2: imports lang/core, lang/prim.
package region
