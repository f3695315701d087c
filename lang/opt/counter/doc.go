// Package counter has one pass over core, Widen: loops count in i64, as do while loops that count, and indices that are computed of counters of other integer types are
// computed in i64. A loop over a product of sizes is a nest.
//
// Input: an inlined and simplified program, derivatives still in it. Output: the same program, every index the same number. counter.go makes the code, while.go and flat.go make for
// loops and nests, interval.go knows where numbers lie.
//
// Layer 3: imports lang/core, lang/prim.
package counter
