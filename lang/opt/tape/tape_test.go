package tape_test

import (
	"testing"

	"raido/lang/core"
	"raido/lang/opt/tape"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/thin/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "thin", Fn: tape.Thin}})
}
