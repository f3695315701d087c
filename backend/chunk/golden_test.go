package chunk_test

import (
	"testing"

	"raido/backend/chunk"
	"raido/backend/seg"
	"raido/tests/golden"
	"raido/tests/golden/segpass"
)

// passes are those of the package, in order.
var passes = []golden.Pass[*seg.Prog]{
	{Name: "chunks", Fn: chunk.Chunks},
	{Name: "unroll", Fn: chunk.Unroll},
	{Name: "swap", Fn: chunk.Swap},
	{Name: "read-once", Fn: chunk.ReadOnce},
	{Name: "aside", Fn: chunk.Aside},
	{Name: "single", Fn: chunk.Single},
	{Name: "copies", Fn: chunk.Copies},
	{Name: "progress", Fn: chunk.Progress},
	{Name: "partial-sums", Fn: chunk.PartialSums},
	{Name: "polls", Fn: chunk.Polls},
}

// TestGolden runs the cases testdata/PASS/*.txtar.
func TestGolden(t *testing.T) {
	segpass.Language(1e-12).Passes(t, "testdata", passes)
}
