// Package gather has nine passes over core. Early: what a map computes of a gathered row it computes once for each row, and then gathers.
// Shared (shared.go): an element that several branches read is read once. Wanted (wanted.go): what maps read under a condition
// on the index is computed under it. Inner (inner.go): what depends on the inner indices of a nest alone is computed before it. Fixed (fixed.go): what loops read but do not write of
// the arrays that they update is copied before. Views (views.go): what maps in loops read of the arrays of these are parts of them; column.go adds columns of rows. Chosen
// (chosen.go): what a loop chooses in a derivative is computed once more; ChosenRows (chosenrow.go): so are elements of rows that indices choose. Pairs (pair.go): indices that are reduced
// carry the elements that they compare.
//
// They take and give a program that verifies, derivatives still in it: the derivative of the new code is taken, so it is as cheap as
// its primal. gather.go finds the maps and loops, slice.go what in them depends on the row alone, early.go makes the new code, total.go
// says what cannot fail and costs.go what pays.
//
// Layer 3: imports lang/core, lang/core/alias, lang/core/choice, lang/core/region, lang/limits, lang/prim.
package gather
