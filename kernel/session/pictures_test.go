package session

import (
	"testing"

	"raido/display/plot"
)

// TestPictureKey: pictures of different data have different keys.
func TestPictureKey(t *testing.T) {
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
		key := pictureKey(parts)
		if j, ok := seen[key]; ok {
			t.Errorf("%v and case %d have one key", parts, j)
		}
		seen[key] = i
	}
}

// TestSamePicture: a picture is drawn once for equal data.
func TestSamePicture(t *testing.T) {
	n := newNotebookTest(t)
	for range 2 {
		n.cell("%plot [1f64, 2]\n%plot [1f64, 2]")
		n.cell("let xs = [1f64, 2]\n%heatmap [xs, xs]")
	}
	n.cell("%heatmap [xs, xs]")
	if k := len(n.nb.memory.pictures.items); k != 2 {
		t.Errorf("%d pictures were drawn, want 2", k)
	}
}
