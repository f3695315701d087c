// Package rows has two passes over core. Rows: indices that go through the rows of a matrix that lies in one dimension become pairs of indices.
// Remainders (remainder.go): what goes round by a remainder is compared with the end instead.
//
// It takes and gives a program that verifies, derivatives still in it: the derivative of a stencil in one flat dimension is then that of its form in
// two. rows.go walks programs, maps.go makes nests of maps, split.go takes indices apart, facts.go says what is known about them.
//
// Layer 3: imports lang/core, lang/core/affine, lang/prim.
package rows
