// Package adrandom makes random well-typed differentiable Futhark programs, and checks their derivatives: by
// reverse mode, forward mode, dual numbers and tapes, and differences (ad/gradcheck), on the interpreter and,
// some of them, on a device.
//
// A program is a tree of expressions with their types, so that a failure shrinks: to a variable, a literal or a
// smaller expression of the same type in its place. What is left is printed as a .fut file.
//
// Values stay bounded, sizes positive where elements are taken, and indices in bounds, by construction. A program
// that compares floats or rounds them is rough: its differences count only where they agree at none of several points.
// In some programs f32 or f16 stands for f64 in all of the text, or numbers are f32 inside: what is compared
// there are the modes, with fewer digits.
package adrandom
