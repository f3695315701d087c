package group_test

import (
	"testing"

	"raido/backend/group"
	"raido/backend/seg"
	"raido/tests/golden"
	"raido/tests/golden/segpass"
)

// passes are those of the package, in order.
var passes = []golden.Pass[*seg.Prog]{{Name: "groups", Fn: group.Groups}}

// TestGolden runs the cases testdata/PASS/*.txtar.
func TestGolden(t *testing.T) {
	segpass.Language(1e-12).Passes(t, "testdata", passes)
}
