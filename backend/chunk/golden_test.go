package chunk_test

import (
	"testing"

	"raido/backend/chunk"
	"raido/backend/seg"
	"raido/tests/golden"
)

// passes are those of the package, in order.
var passes = []golden.Pass[*seg.Prog]{
	{Name: "chunks", Fn: chunk.Chunks},
	{Name: "copies", Fn: chunk.Copies},
	{Name: "progress", Fn: chunk.Progress},
	{Name: "partial-sums", Fn: chunk.PartialSums},
	{Name: "polls", Fn: chunk.Polls},
}

// TestGolden runs the cases testdata/PASS/*.txtar; what forms compute is compared where they are run, in package backend.
func TestGolden(t *testing.T) {
	same := func(*golden.Case, *seg.Prog, *seg.Prog) error { return nil }
	golden.Language[*seg.Prog]{Parse: seg.Parse, Print: seg.Print, Verify: seg.Verify, Same: same}.Passes(t, "testdata", passes)
}
