// Package sparse finds where arrays and numbers may differ from zero, and leaves out the work on the rest
// [Peng23, 4.2, 4.3].
//
// Input and output: core without derivatives (Diff), as ad and the passes after it leave it. Apply is one walk. It keeps for
// each value the region outside of which it is zero, as affine guards on indices (Note [Regions]), and writes
//
//   - a map that differs from zero at a few places as zeros and these places (few-hot: hot.go);
//   - a sum over a few places as their sum, one over an interval as a sum over that interval (sum.go);
//   - a map that adds to accumulators likewise, at a few places or in an interval (deposit.go);
//   - a loop whose iterations do nothing outside of an interval as one over that interval (loop.go).
//
// What is zero, and infinity: products of numbers keep IEEE's rules, so 0 * inf of a program is NaN and nothing is
// left out of it. A derivative is linear in its seeds, and where ad has found seeds that are zero at most places
// it writes the products by what comes of them with the operator weigh (lang/prim), which is zero where the seed is. lang/opt/listed
// makes plain products of those that are left. The sign of a zero may change.
//
// A failing operation may go where the structure says that its result is not needed; none is added, and Assert stays.
//
// Sums (early.go) is a part of it that runs before derivatives are taken: Note [Sums under conditions].
//
// Layer 4: imports lang/core, lang/core/affine, lang/core/alias, lang/core/region, lang/diag, lang/limits, lang/opt, lang/prim.
package sparse
