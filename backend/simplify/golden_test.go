package simplify_test

import (
	"testing"

	"raido/backend/seg"
	"raido/backend/simplify"
	"raido/tests/golden"
	"raido/tests/golden/segpass"
)

// TestGolden runs the cases testdata/PASS/*.txtar.
func TestGolden(t *testing.T) {
	segpass.Language(1e-12).Passes(t, "testdata", []golden.Pass[*seg.Prog]{
		{Name: "powers", Fn: simplify.Powers},
		{Name: "choose", Fn: simplify.Choose},
		{Name: "once", Fn: simplify.Once},
		{Name: "borders", Fn: simplify.Borders},
		{Name: "ranges", Fn: simplify.Ranges},
		{Name: "regions", Fn: simplify.Regions},
		{Name: "shorten", Fn: simplify.Shorten},
		{Name: "hoist-checks", Fn: simplify.Hoist},
		{Name: "in-place", Fn: simplify.InPlace},
		{Name: "own-places", Fn: simplify.OwnPlaces},
		{Name: "sink-loads", Fn: simplify.Sink},
		{Name: "totals", Fn: simplify.Totals},
		{Name: "count-first", Fn: simplify.CountFirst},
		{Name: "hand-on", Fn: simplify.HandOn},
		{Name: "take-in", Fn: simplify.TakeIn},
		{Name: "scatter-on", Fn: simplify.ScatterOn},
		{Name: "side-by-side", Fn: simplify.SideBySide},
		{Name: "choose-sums", Fn: simplify.ChooseSums},
	})
}
