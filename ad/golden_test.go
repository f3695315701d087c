package ad_test

import (
	"testing"

	"raido/ad"
	"raido/lang/core"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/PASS/*.txtar; ad/dual says what the derivatives are.
func TestGolden(t *testing.T) {
	near := func(want, got value.Value) error { return value.Compare(want, got, 1e-12) }
	corepass.Language(near).Passes(t, "testdata", []golden.Pass[*core.Prog]{
		{Name: "mark-steps", Fn: ad.MarkSteps},
		{Name: "ad", Fn: ad.Apply},
		{Name: "unmark-steps", Fn: ad.UnmarkSteps},
		{Name: "checkpoints", Fn: func(p *core.Prog) *core.Prog { return ad.Checkpoints(p, false) }},
		{Name: "checkpoints-deep", Fn: func(p *core.Prog) *core.Prog { return ad.Checkpoints(p, true) }},
	})
}
