// Package layout has a pass over core that lets loops carry the transpose of a matrix whose columns they go along. Note [Columns in one piece]
//
// Input: a program that verifies, with derivatives or without. Output: the same.
//
// Layer 3: imports lang/core, lang/core/affine, lang/core/alias, lang/core/region, lang/limits.
package layout
