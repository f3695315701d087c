// Package rows has three passes over core that say by indices where elements are.
//
//	Rows        indices that go through the rows of a matrix that lies in one dimension become pairs of indices
//	Parts       arrays that are made of parts of others, and what reads them, become maps that read elements
//	Remainders  what goes round by a remainder is compared with the end instead
//
// They take and give a program that verifies; the first two run with derivatives still in it: the derivative of a stencil is that of its form by
// indices in all its dimensions. rows.go walks programs; maps.go makes nests of maps and split.go takes indices apart for Rows; parts.go, reads.go and
// element.go are Parts; remainder.go is Remainders; facts.go says what is known about indices.
//
// Layer 3: imports lang/core, lang/core/affine, lang/core/alias, lang/linear, lang/prim.
package rows
