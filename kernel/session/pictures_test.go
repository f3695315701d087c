package session

import (
	"context"
	"strings"
	"testing"

	"raido/display"
)

// TestSamePicture: a picture is drawn once for equal data.
func TestSamePicture(t *testing.T) {
	n := newNotebookTest(t)
	for range 2 {
		n.cell("%plot [1f64, 2]\n%plot [1f64, 2]")
		n.cell("let xs = [1f64, 2]\n%heatmap [xs, xs]")
	}
	n.cell("%heatmap [xs, xs]")
	if k := n.nb.memos.pictures.Kept(); k != 2 {
		t.Errorf("%d pictures were drawn, want 2", k)
	}
}

// shownBy runs a cell and gives what it displays besides its value.
func (n *notebookTest) shownBy(code string) []display.Bundle {
	n.Helper()
	n.count++
	var out displays
	if r := n.nb.Execute(context.Background(), code, ExecuteOptions{Count: n.count}, &out); r.Err != nil {
		n.Errorf("%s: %s", code, r.Err.Value)
	}
	return out.shown
}

// displays keeps what a cell displays.
type displays struct {
	noOutput
	shown []display.Bundle
}

func (d *displays) Display(b display.Bundle, _ string) { d.shown = append(d.shown, b) }

// TestTimeOfDerivatives: %time shows derivatives beside a function of the notebook that has them, and beside nothing else.
func TestTimeOfDerivatives(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: measures runs on the device")
	}
	n := newNotebookTest(t)
	n.cell("def f (xs: [3]f64) = f64.sum (map f64.sin xs)\ndef count (n: i64) = f64.i64 n / 2\ndef all (xs: [3]f64) = map f64.sin xs\nlet xs = [1f64, 2, 3]")
	for code, want := range map[string]bool{
		"%time f xs": true, "%time f [1, 2, 3]": true, "%time (\\(x: f64) -> x * x) 2": true,
		"%time --alone f xs": false, "%time count 3": false, "%time all xs": false, "%time f64.sum xs": false, "%time f xs + 1": false, "%time xs": false, "%time 1 + 1": false,
	} {
		text := ""
		for _, b := range n.shownBy(code) {
			text += b.Plain()
		}
		if !strings.Contains(text, "passes and AD") || strings.Contains(text, "one direction takes") != want || strings.Contains(text, "vjp") != want {
			t.Errorf("%s shows, with derivatives %v:\n%s", code, want, text)
		}
	}
}

// TestFarColours: %heatmap has logarithmic colours where magnitudes are far apart, or not.
func TestFarColours(t *testing.T) {
	n := newNotebookTest(t)
	for code, want := range map[string]bool{
		"%heatmap [[1f64, 2], [1e9, 3]]": true, "%heatmap --linear [[1f64, 2], [1e9, 3]]": false, "%heatmap [[1f64, 2], [4, 3]]": false,
	} {
		svg := ""
		for _, b := range n.shownBy(code) {
			svg, _ = b.Data[display.MIMESVG].(string)
		}
		if svg == "" || strings.Contains(svg, "by the logarithm") != want {
			t.Errorf("%s: logarithmic colours %v", code, !want)
		}
	}
}
