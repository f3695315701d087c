package lanes_test

import (
	"testing"

	"raido/backend/lanes"
	"raido/backend/seg"
	"raido/tests/golden"
	"raido/tests/golden/segpass"
)

// TestGolden runs the cases testdata/PASS/*.txtar.
func TestGolden(t *testing.T) {
	segpass.Language(1e-12).Passes(t, "testdata", []golden.Pass[*seg.Prog]{
		{Name: "fork", Fn: lanes.Fork},
		{Name: "steps", Fn: lanes.Steps},
		{Name: "jam", Fn: lanes.Jam},
		{Name: "width", Fn: lanes.Width},
		{Name: "pack", Fn: lanes.Packed},
		{Name: "interchange-loops", Fn: lanes.Interchange},
		{Name: "epilogue", Fn: lanes.Epilogue},
		{Name: "lane-copies", Fn: lanes.Copies},
		{Name: "gain", Fn: lanes.Gain},
		{Name: "strips", Fn: lanes.Strips},
		{Name: "vectorise", Fn: lanes.Vectorise},
		{Name: "appends", Fn: lanes.Appends},
		{Name: "skew", Fn: lanes.Skew},
		{Name: "turn", Fn: lanes.Turn},
		{Name: "inner", Fn: lanes.Inner},
		{Name: "windows", Fn: lanes.Windows},
	})
}
