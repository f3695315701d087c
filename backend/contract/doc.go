// Package contract finds contractions, as products of matrices are, and computes them in tiles.
//
//	contract  recognises kernels that are contractions (seg.Kernel.Contraction), whatever comes before and after the fold
//	tile      on a CPU, puts kernels of tiles (seg.Blocks) of several sizes in the place of a contraction, among which the host
//	          chooses; their operands are packed. The contractions in tasks go in tiles as well (nest.go)
//
// On a GPU the pass groups computes what contract has found in squares, see SquareOf.
//
// Input: a program whose kernels are parallel code. Output: the same, with Kernel.Contraction, and after tile with launches of
// kernels that have Blocks.
//
// Layer 6: imports lang/core, lang/limits, lang/prim, backend/seg.
package contract
