// Package box has one pass over core, Boxes: maps that make the next version of an array of a loop, and give most of its elements back as they
// were, become updates of the rest; so do maps that do their work in a part only of what they make anew.
//
// It takes and gives a program that verifies, derivatives still in it. box.go finds the maps, find.go the part that changes, facts.go what
// conditions say of indices, build.go makes the updates, fill.go has the maps that fill a part.
//
// Layer 3: imports lang/core, lang/core/affine, lang/linear, lang/prim.
package box
