package mem_test

import (
	"testing"

	"raido/backend/mem"
	"raido/backend/seg"
	"raido/tests/golden"
	"raido/tests/golden/segpass"
)

// TestGolden runs the cases testdata/PASS/*.txtar.
func TestGolden(t *testing.T) {
	segpass.Language(1e-12).Passes(t, "testdata", []golden.Pass[*seg.Prog]{
		{Name: "overwrite", Fn: mem.Overwrite},
		{Name: "reuse", Fn: mem.Reuse},
		{Name: "free", Fn: mem.Free},
	})
}
