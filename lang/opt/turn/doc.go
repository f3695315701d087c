// Package turn has passes over core that turn nests of maps about, so that rows are computed and lie as they are used. Derivatives in
// several directions at once are such nests: a map computes a row of directions for each element, and what follows goes along the other
// way, direction by direction.
//
//	Outward   makes views of what maps would write down element by element
//	Together  makes one sum of several numbers of sums side by side
//	Columns   computes the elements of a column where they are summed
//	Updates   adds to accumulators along rows
//	Tables    computes after loops the matrices to whose columns they only add
//
// Input and output pass package verify. A pass may drop a failing operation whose result nothing uses, and never adds one that would not
// have run.
//
// Layer 3: imports lang/core, lang/core/affine, lang/core/alias, lang/linear, lang/prim.
package turn
