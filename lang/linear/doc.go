// Package linear has sums of a constant and multiples of variables: what passes say about indices, sizes and places.
//
// It takes any comparable type for variables and imports nothing of Raido.
package linear
