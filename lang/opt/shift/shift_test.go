package shift_test

import (
	"testing"

	"raido/lang/core"
	"raido/lang/opt/shift"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/shifts/*.txtar: derivatives are the same but for rounding.
func TestGolden(t *testing.T) {
	corepass.Language(func(want, got value.Value) error { return value.Compare(want, got, 1e-9) }).
		Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "shifts", Fn: shift.Cancel}, {Name: "restore", Fn: shift.Restore}})
}
