package plot

import (
	"bytes"
	"encoding/xml"
	"flag"
	"image/png"
	"io"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"raido/tests/golden"
)

var look = flag.String("look", "", "write each chart as PNG into this directory")

func TestGallery(t *testing.T) {
	for name, draw := range gallery() {
		t.Run(name, func(t *testing.T) {
			if name == "noise" && testing.Short() {
				t.Skip("slow: draws many points")
			}
			p, err := draw()
			if err != nil {
				t.Fatal(err)
			}
			check(t, p)
			checkLabels(t, name, p.SVG)
			if *look != "" {
				os.WriteFile(filepath.Join(*look, name+".png"), p.PNG, 0o644)
			}
			if len(p.SVG) < 40<<10 {
				golden.Text(t, "testdata/"+name+".svg", p.SVG)
			}
		})
	}
}

// check holds for every chart: SVG that parses, no number that a browser refuses, all of it small, and the
// same bytes when it is drawn again.
func check(t *testing.T, p Picture) {
	t.Helper()
	if len(p.SVG) > 300<<10 || len(p.PNG) > 300<<10 {
		t.Errorf("SVG has %d bytes, PNG %d", len(p.SVG), len(p.PNG))
	}
	d := xml.NewDecoder(strings.NewReader(p.SVG))
	for {
		_, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("SVG: %v", err)
		}
	}
	drawn := regexp.MustCompile(`base64,[^"]*`).ReplaceAllString(p.SVG, "")
	for _, bad := range []string{"NaN", "Inf\"", "Inf,", "+Inf"} {
		if strings.Contains(drawn, bad) {
			t.Errorf("SVG contains %s", bad)
		}
	}
	img, err := png.Decode(bytes.NewReader(p.PNG))
	if err != nil {
		t.Fatal(err)
	}
	if w := img.Bounds().Dx() * 96 / pngDPI; w < p.Width-2 || w > p.Width+2 {
		t.Errorf("PNG is %d wide for %d CSS pixels", img.Bounds().Dx(), p.Width)
	}
	if p.Text == "" {
		t.Error("no text")
	}
}

func TestDrawnAgainIsTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: draws many pictures")
	}
	for name, draw := range gallery() {
		if name == "noise" || name == "random" || name == "big" || name == "cloud" || name == "thousand" {
			continue // slow, and made of the same parts
		}
		a, err := draw()
		if err != nil {
			t.Fatal(err)
		}
		b, _ := draw()
		if a.SVG != b.SVG || !bytes.Equal(a.PNG, b.PNG) {
			t.Errorf("%s: two drawings differ", name)
		}
	}
}

// TestFarAway: a number far outside of a logarithmic axis is near it in the picture; drawing a line to it took minutes.
func TestFarAway(t *testing.T) {
	s := axisScale(1e-320, 1e300, 0.1, 5, true)
	for _, v := range []float64{0, -1, 1e-323, math.MaxFloat64, math.Inf(1), math.NaN()} {
		if at := s.to(v); !(at >= -1 && at <= 2) {
			t.Errorf("%g stands at %g", v, at)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, tc := range []struct {
		lo, hi float64
		n      int
		want   string
	}{
		{0, 10, 5, "0 2 4 6 8 10"}, {0, 1, 5, "0.0 0.2 0.4 0.6 0.8 1.0"}, {-1, 1, 4, "−1.0 −0.5 0.0 0.5 1.0"},
		{0, 3e6, 3, "0 1 2 3 ×1e6"}, {1e-5, 4e-5, 4, "1 2 3 4 ×1e−5"}, {7, 7, 4, "6.5 7.0 7.5"},
		{0, 0, 4, "−1.0 −0.5 0.0 0.5 1.0"}, {math.Inf(1), math.Inf(-1), 5, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{1000.001, 1000.002, 2, "1000.0010 1000.0015 1000.0020"},
	} {
		s := newScale(tc.lo, tc.hi, 0, tc.n)
		got := strings.TrimSpace(strings.Join(s.labels, " ") + " " + s.factor)
		if got != tc.want {
			t.Errorf("%g to %g: %s, want %s", tc.lo, tc.hi, got, tc.want)
		}
	}
}

// TestTicksOfAnyRange: whatever the range, there are a few ticks, inside, increasing, with different labels.
func TestTicksOfAnyRange(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	for range 5000 {
		lo := (r.Float64() - 0.5) * math.Pow(10, float64(r.Intn(600)-300))
		hi := lo + r.Float64()*math.Pow(10, float64(r.Intn(600)-300))
		s := newScale(lo, hi, 0.05, 2+r.Intn(8))
		if len(s.ticks) == 0 || len(s.ticks) > 12 || len(s.labels) != len(s.ticks) {
			t.Fatalf("%g to %g: ticks %v", lo, hi, s.ticks)
		}
		for i, v := range s.ticks {
			if at := s.to(v); !(at > -1e-6 && at < 1+1e-6) {
				t.Fatalf("%g to %g: tick %g stands at %g", lo, hi, v, at)
			}
			if i > 0 && v <= s.ticks[i-1] {
				t.Fatalf("%g to %g: ticks %v", lo, hi, s.ticks)
			}
		}
	}
}

func TestBrief(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1: "1", -2.5: "−2.5", 1234.5: "1234", 99999: "99999", 123456: "1.23e5", 1.5e-7: "1.5e−7",
		0.0001234: "0.000123", math.Inf(1): "inf", math.Inf(-1): "−inf",
	} {
		if got := brief(v); got != want {
			t.Errorf("%g: %s, want %s", v, got, want)
		}
	}
}

// TestDiverging: white at zero, blue below, orange above, darker outwards.
func TestDiverging(t *testing.T) {
	light := func(x float64) int {
		c := diverging(x)
		return int(c.R) + int(c.G) + int(c.B)
	}
	for i := range 100 {
		a, b := float64(i)/100, float64(i+1)/100
		if light(b) > light(a) || light(-b) > light(-a) {
			t.Errorf("lighter from %g to %g", a, b)
		}
		if p, n := diverging(b), diverging(-b); p.R <= p.B || n.B <= n.R {
			t.Errorf("at %g: %v and %v", b, p, n)
		}
	}
}

func TestSmallEntriesAreNotWhite(t *testing.T) {
	h := newHeat(Matrix{Rows: 1, Cols: 4, Data: []float64{1, 1e-12, -1e-12, 0}})
	if h.shade(1e-12) == h.shade(0) || h.shade(-1e-12) == h.shade(0) || h.shade(0) != shades {
		t.Error("the pattern of small entries is lost")
	}
}

func TestWantsLog(t *testing.T) {
	for _, tc := range []struct {
		data []float64
		want bool
	}{{nil, false}, {[]float64{0, 0, math.NaN(), math.Inf(1)}, false}, {[]float64{1, 2, 0, -3}, false}, {[]float64{1, -1e-5, 2e-7, 0}, true}, {[]float64{1e9}, false}} {
		if WantsLog(tc.data) != tc.want {
			t.Errorf("a logarithmic scale for %v: %v", tc.data, !tc.want)
		}
	}
}

func TestThinningKeepsSpikesAndGaps(t *testing.T) {
	s := Series{Y: make([]float64, 100000)}
	s.Y[54321], s.Y[777], s.Y[99999] = 9, -9, math.NaN()
	s, _ = s.full()
	u := s.thin()
	lo, hi := bounds(u.Y)
	if len(u.Y) > maxPoints || lo != -9 || hi != 9 || u.odd() != 1 {
		t.Errorf("%d points from %g to %g, %d gaps", len(u.Y), lo, hi, u.odd())
	}
}

func TestBlocksKeepTheLargest(t *testing.T) {
	m := Matrix{Rows: 1000, Cols: 600, Data: make([]float64, 600000)}
	m.Data[999*600+599], m.Data[0] = -7, 3
	h := newHeat(m)
	if h.blockR != 4 || h.blockC != 3 || h.entry(0, 0) != 3 || h.entry(249, 199) != -7 || h.entry(5, 5) != 0 {
		t.Errorf("blocks of %d × %d", h.blockR, h.blockC)
	}
}

func TestRefusals(t *testing.T) {
	if _, err := Heatmap(Matrix{Rows: 1, Cols: 1, Data: []float64{1}, RowGroups: []Group{{"a", 2}}}); err == nil {
		t.Error("groups beyond the matrix are drawn")
	}
	if _, err := Heatmap(Matrix{Rows: 1, Cols: 1, Data: []float64{1}, RowColours: []int{1, 2}}); err == nil {
		t.Error("more colours than rows are drawn")
	}
	for name, err := range map[string]error{
		"series": second(Lines(Labels{}, Series{X: []float64{1}, Y: []float64{1, 2}})),
		"grid":   second(Chart{Contours: &Grid{X: []float64{0, 1}, Y: []float64{1, 0}, Z: make([]float64, 4)}}.Draw()),
		"log":    second(Chart{LogX: true, Contours: valley(3, 3).Contours}.Draw()),
		"matrix": second(Heatmap(Matrix{Rows: 2, Cols: 2, Data: []float64{1}})),
		"rows":   second(Heatmap(Matrix{Rows: 1, Cols: 1, Data: []float64{1}, RowNames: []string{"a", "b"}})),
		"names":  second(Bars(Labels{}, []string{"a"}, nil)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func second(_ Picture, err error) error { return err }

// TestIsolines: the lines of a cone are circles, each in one piece.
func TestIsolines(t *testing.T) {
	g := &Grid{X: ramp(41, func(i float64) float64 { return i/10 - 2 }), Y: ramp(41, func(i float64) float64 { return i/10 - 2 })}
	for _, y := range g.Y {
		for _, x := range g.X {
			g.Z = append(g.Z, math.Hypot(x, y))
		}
	}
	for _, r := range []float64{0.55, 1.2} {
		lines := g.isolines(r)
		if len(lines) != 1 || lines[0][0] != lines[0][len(lines[0])-1] {
			t.Fatalf("radius %g: %d lines, want one that is closed", r, len(lines))
		}
		for _, p := range lines[0] {
			if d := math.Hypot(p[0], p[1]); math.Abs(d-r) > 0.01 {
				t.Errorf("radius %g: a point at %g", r, d)
			}
		}
	}
}
