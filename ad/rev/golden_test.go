package rev_test

import (
	"testing"

	"raido/lang/core"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden compares derivatives as text: "in" is the primal, "vjp" its derivative.
func TestGolden(t *testing.T) {
	golden.Cases(t, "testdata/*.txtar", golden.Made{Name: "vjp", Make: func(t *testing.T, c *golden.Case) string {
		return core.Canon(vjp(t, corepass.In(t, c)))
	}})
}
