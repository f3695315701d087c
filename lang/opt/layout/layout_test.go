package layout_test

import (
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/opt/layout"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/layout.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "layout", Fn: layout.Apply}})
}

// TestRandomNests: loops that update matrices in place keep their meaning and their failures.
func TestRandomNests(t *testing.T) {
	changed := 0
	for seed := range uint64(400) {
		p, args := coregen.Nest(seed)
		if corepass.Keeps(t, p, layout.Apply, coregen.Values(args), corepass.Exactly) {
			changed++
		}
	}
	if changed < 20 {
		t.Errorf("only %d programs have a loop that goes along columns", changed)
	}
}
