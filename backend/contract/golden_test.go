package contract_test

import (
	"testing"

	"raido/backend/contract"
	"raido/backend/seg"
	"raido/tests/golden"
	"raido/tests/golden/segpass"
)

// TestGolden runs the cases testdata/PASS/*.txtar.
func TestGolden(t *testing.T) {
	segpass.Language(1e-12).Passes(t, "testdata", []golden.Pass[*seg.Prog]{
		{Name: "contract", Fn: contract.Contract},
		{Name: "tile", Fn: contract.Tile},
	})
}
