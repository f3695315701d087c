package pictures

import (
	"testing"

	"raido/display/plot"
)

// TestKey: pictures of different data have different keys.
func TestKey(t *testing.T) {
	seen := map[[32]byte]int{}
	for i, parts := range [][]any{
		{"bars", plot.Labels{Title: "a"}, []float64{1, 2}},
		{"bars", plot.Labels{X: "a"}, []float64{1, 2}},
		{"bars", plot.Labels{Title: "a"}, []float64{1, 3}},
		{"bars", plot.Labels{Title: "a"}, []float64{1}, []float64{2}},
		{"curves", []plot.Series{{Name: "s", Y: []float64{1, 2}}}},
		{"curves", []plot.Series{{Name: "s", X: []float64{1}, Y: []float64{2}}}},
		{"curves", []plot.Series{{Name: "s", Y: []float64{1}}}, []plot.Series{{Name: "s", Y: []float64{2}}}},
		{"heatmap", 1, 2, []float64{1, 2}},
		{"heatmap", 2, 1, []float64{1, 2}},
		{"heatmap", []string{"a b"}},
		{"heatmap", []string{"a", "b"}},
	} {
		k := key(parts)
		if j, ok := seen[k]; ok {
			t.Errorf("%v and case %d have one key", parts, j)
		}
		seen[k] = i
	}
}
