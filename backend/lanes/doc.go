// Package lanes computes several points of a kernel at once, in vectors.
//
// Its passes take and give seg.Progs. They work on kernels of parallel code (Map and Reduce, and some of kind Scan) for a CPU, and on loops of sequential code:
//
//	fork               gives each kernel that may gain by lanes a copy, Kernel.Lanes, on which the following passes work
//	steps              loops whose numbers of iterations differ get variables of their own for what all lanes inside have alike
//	jam                several iterations of a loop around loops go through them together (unroll-and-jam)
//	width              chooses how many lanes a kernel has, or none where it would be too large
//	pack               rows that lanes read again and again are put side by side first
//	interchange-loops  loops along rows, a row for each lane, go through one row after the other, in vectors
//	epilogue           the last statements of a point go lane by lane where vectors gain nothing (scalar epilogue)
//	lane-copies        a small accumulator gets a copy for each lane
//	gain               forgets the copy of a kernel where lanes cost more than they save
//	strips             sums of lanes into neighbouring elements are made for a strip of elements at a time
//	vectorise          makes explicit vector code of the rest
//	appends            scans that write elements side by side, as filters do, or keep places get copies in lanes
//	skew               nests of loops that need what cells before them made go along their diagonals
//	turn               matrices of a thread stand column by column where that suits all loops
//	inner              does so with loops of sequential code
//	windows            elements that neighbouring iterations of other loops change are variables
//
// Input: a program whose kernels have no forms. Output: the same, in which Kernel.Lanes, where it is not nil, has explicit code for
// Width points, and for the last ones of a row.
//
// Layer 6: imports lang/core, lang/diag, lang/limits, lang/linear, lang/prim, backend/seg.
package lanes
