// Package contract finds contractions, as products of matrices are, and computes them in tiles.
//
//	contract  recognises kernels that are contractions (seg.Kernel.Contraction), whatever comes before and after the fold
//	tile      gives a contraction blocks of tiles for a CPU (seg.Blocks), whose operands are packed
//
// On a GPU the pass groups computes what contract has found in squares, see SquareOf.
//
// Input: a program whose kernels are parallel code. Output: the same, with Kernel.Contraction and Kernel.Blocks.
//
// Layer 6: imports lang/core, lang/limits, lang/prim, backend/seg.
package contract
