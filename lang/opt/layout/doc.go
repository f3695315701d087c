// Package layout has two passes over core for what goes along the columns of matrices. Apply lets loops carry the transpose of such a matrix: Note [Columns
// in one piece], or the matrix and its transpose, if they read along rows as well: Note [Rows and columns] (mirror.go). Pieces (pieces.go) copies columns that
// are read again and again: Note [Columns that are read again].
//
// Input: a program that verifies, with derivatives or without. Output: the same.
//
// Layer 3: imports lang/core, lang/core/affine, lang/core/alias, lang/core/region, lang/limits.
package layout
