// Package opt has the passes over core: pure functions from programs to programs of the same meaning.
//
//	Inline    replaces calls by bodies; what remains is the entry point and recursive functions
//	Simplify  copy and constant propagation, exact identities, shortcuts of indexing, control with
//	          known conditions, loop parameters that do not change
//	CSE       computes an expression once where it stood twice in nested scopes
//	SmallLoops  writes out loops of a few iterations whose counters choose from lists
//	DCE       drops what no result and no Assert needs: statements, results and parameters
//	JoinBranches  joins branches under the same condition
//	Hoist     moves cheap code that cannot fail out of lambdas, loops and branches
//	Distribute  cuts maps at the products of matrices in them
//	Unflatten  makes nests of reductions of those over flattened nests of maps
//	Again     gives each use of a cheap map a map of its own
//	Fuse      joins a map to the map that consumes its results
//	OneRow    makes sums of rows of what adds to one row of a matrix of zeros
//	Deposit   lets a map add its results to an accumulator itself
//	Invert    makes maps of accumulators whose places say which points add to them
//	Pull      computes elements of a map where another one reads each of them once, also shifted
//	Rearrange  moves a rearrangement of rows into the map that makes them
//	Cut       makes a nest of maps of what a map does with something small that it computes first, and cuts folds from updates
//	Demand    computes the elements of a nest of maps where another nest reads each of them once
//	Spare     lets a reduction compute its operand from another result of the map that makes it
//	Share     lets maps after the sum of a map read the functions that both compute
//	Interchange  makes products of matrices of the sums of rows that are left
//	Defer     makes arrays when they are first read, where memory is free by then
//
// Note [Products of matrices] in notes.go says how the last ones play together.
//
// Input and output pass package verify. Failures: a pass may drop a failing operation whose result nothing uses,
// never add one, and keeps Assert. Floats: identities hold bit for bit (NaN payloads aside). Consumption:
// a pass lets two names stand for one array only where nothing consumes either (lang/core/alias), or where core
// says that the node aliases anyway.
//
// Work is near linear in the size of the program.
//
// Layer 3: imports lang/core, lang/core/affine, lang/core/alias, lang/core/region, lang/diag, lang/limits, lang/linear, lang/prim.
package opt
