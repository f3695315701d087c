package contract_test

import (
	"testing"

	"raido/backend/contract"
	"raido/backend/seg"
	"raido/tests/golden"
)

// TestGolden runs the cases testdata/PASS/*.txtar.
func TestGolden(t *testing.T) {
	golden.Language[*seg.Prog]{Parse: seg.Parse, Print: seg.Print, Verify: seg.Verify}.Passes(t, "testdata", []golden.Pass[*seg.Prog]{
		{Name: "contract", Fn: contract.Contract},
	})
}
