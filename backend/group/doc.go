// Package group spreads kernels over the work-groups of a GPU.
//
// Its pass, groups, gives kernels, but for tasks, their forms: stages that are functions of their own (Note [Groups]).
//
// Input: a program of parallel code. Output: the same with forms, in which folds and loops are still plain: passes of package chunk do the rest.
//
// On a GPU itself this is untested: no figure is known, group sizes and the numbers of groups, items and copies are design knowledge
// (package backend/host), and so is that drivers take leaving a Try before a barrier. What is not parallel here: reductions
// and scans of arrays whose operator is not elementwise, and maps inside of points.
//
// Layer 7: imports lang/core, lang/limits, lang/prim, backend/seg, backend/contract.
package group
