// Package group spreads kernels over the work-groups of a GPU.
//
// Its pass, groups, gives kernels, but for tasks, their forms: stages that are functions of their own (Note [Groups]).
//
// Input: a program of parallel code. Output: the same with forms, in which folds and loops are still plain: passes of package chunk do the rest.
//
// On a GPU, an H100, what was tried is right, and fast where points are many and small: tests/bench/FIGURES.md, GPU. Group sizes and the numbers of groups, items and copies
// (package backend/host) are design knowledge but for what stands there. What is not parallel here: reductions
// and scans of arrays whose operator is not elementwise, maps inside of points, and points that share a copy of an accumulator.
//
// Layer 7: imports lang/core, lang/limits, lang/prim, backend/seg, backend/contract.
package group
