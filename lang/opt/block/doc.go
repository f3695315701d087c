// Package block has one pass over core, Blocks: maps over places i that go by i / h and i % h, and read what lies in other parts of the same
// block, become nests over blocks in which the parts are computed together.
//
// It takes and gives a program that verifies, derivatives still in it: that of the nest is such a nest again, without accumulators. block.go
// finds the maps, place.go says what indices are in blocks, code.go makes the code of a part, build.go the nest, table.go tables of what is
// the same in all blocks.
//
// Layer 3: imports lang/core, lang/core/affine, lang/linear, lang/prim.
package block
