package plot

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// label is a text of a chart with the box that it takes, in points.
type placedLabel struct {
	text string
	box
}

// labelsOf reads the texts of an SVG, and its size.
func labelsOf(t *testing.T, svg string) (labels []placedLabel, w, h float64) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	turned := []bool{false}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return labels, w, h
		}
		if err != nil {
			t.Fatal(err)
		}
		switch el := token.(type) {
		case xml.StartElement:
			at := map[string]string{}
			for _, a := range el.Attr {
				at[a.Name.Local] = a.Value
			}
			if at["viewBox"] != "" {
				fmt.Sscanf(at["viewBox"], "0 0 %g %g", &w, &h)
			}
			turned = append(turned, turned[len(turned)-1] || strings.Contains(at["transform"], "rotate(90)"))
			if el.Name.Local == "text" {
				var text string
				if err := d.DecodeElement(&text, &el); err != nil {
					t.Fatal(err)
				}
				labels = append(labels, placed(t, text, at, turned[len(turned)-1]))
				turned = turned[:len(turned)-1]
			}
		case xml.EndElement:
			turned = turned[:len(turned)-1]
		}
	}
}

var fontSize = regexp.MustCompile(`font-size:([0-9.]+)`)

// placed computes the box of a text: letters stand three quarters of their size above the line and a fifth below it.
func placed(t *testing.T, text string, at map[string]string, turned bool) placedLabel {
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	size := number(fontSize.FindStringSubmatch(at["style"])[1])
	x, y, wide := number(at["x"]), -number(at["y"]), width(text, size)
	if turned {
		return placedLabel{text, box{-y - 0.75*size, x, -y + 0.2*size, x + wide}}
	}
	return placedLabel{text, box{x, y - 0.2*size, x + wide, y + 0.75*size}}
}

// checkLabels tells of labels that meet, or that leave the picture.
func checkLabels(t *testing.T, what, svg string) bool {
	t.Helper()
	labels, w, h := labelsOf(t, svg)
	const slack = 0.4
	ok := true
	for i, a := range labels {
		if a.x0 < -slack || a.y0 < -slack || a.x1 > w+slack || a.y1 > h+slack {
			t.Errorf("%s: %q at %.1f leaves the picture of %g × %g", what, a.text, a.box, w, h)
			ok = false
		}
		for _, b := range labels[:i] {
			if a.x0+slack < b.x1 && b.x0+slack < a.x1 && a.y0+slack < b.y1 && b.y0+slack < a.y1 {
				t.Errorf("%s: %q at %.1f and %q at %.1f overlap", what, a.text, a.box, b.text, b.box)
				ok = false
			}
		}
	}
	return ok
}

// TestLabelsMeet: the check of labels can fail.
func TestLabelsMeet(t *testing.T) {
	for want, labels := range map[bool][][3]float64{true: {{10, 50}, {40, 50}, {10, 30}}, false: {{10, 50}, {14, 46}}} {
		p, err := render(100, 100, "x", func(s *sheet) {
			for _, l := range labels {
				s.label(l[0], l[1], "abc", small, ink, left, middle)
			}
		})
		inner := &testing.T{}
		if err != nil || checkLabels(inner, "", p.SVG) != want {
			t.Errorf("%v: %v", labels, err)
		}
	}
}

// randomName is a name of up to most letters.
func randomName(r *rand.Rand, most int) string {
	words := []string{"x", "weights", "position_of_the_first_body", "Wq", "bias", ".velocity", "[12, 3]", "größe", "∂L", "i", "MMMM"}
	var b strings.Builder
	for b.Len() < r.Intn(most+1) {
		b.WriteString(words[r.Intn(len(words))])
	}
	return b.String()
}

// randomNumbers are numbers of one of the kinds that are awkward to draw.
func randomNumbers(r *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	kind, scale := r.Intn(8), math.Pow(10, float64(r.Intn(40)-20))
	for i := range out {
		v := r.NormFloat64() * scale
		switch kind {
		case 0:
			v = scale
		case 1:
			v = -math.Abs(v)
		case 2:
			v = math.Abs(v)
		case 3:
			v = math.Copysign(math.Pow(10, float64(r.Intn(600)-300)), v)
		case 4:
			v = []float64{math.NaN(), math.Inf(1), math.Inf(-1), v}[r.Intn(4)]
		case 5:
			v = 0
		case 6:
			if i > 0 {
				v *= 1e-6 // one is huge
			}
		}
		out[i] = v
	}
	return out
}

func randomNames(r *rand.Rand, n, most int) []string {
	if r.Intn(3) == 0 {
		return nil
	}
	out := make([]string, n)
	for i := range out {
		out[i] = randomName(r, most)
	}
	return out
}

func randomGroups(r *rand.Rand, n int) []Group {
	var out []Group
	for left := n; left > 0 && r.Intn(6) > 0; {
		size := r.Intn(left + 1)
		out = append(out, Group{randomName(r, 40), size})
		left -= size
	}
	return out
}

func randomSize(r *rand.Rand) int { return []int{1, 2, 3, 5, 8, 13, 29, 60, 150, 400}[r.Intn(10)] }

func randomMatrix(r *rand.Rand) Matrix {
	m := Matrix{Rows: randomSize(r), Cols: randomSize(r)}
	m.Labels = Labels{randomName(r, 120), randomName(r, 60), randomName(r, 60)}
	m.Data = randomNumbers(r, m.Rows*m.Cols)
	m.RowNames, m.ColNames = randomNames(r, m.Rows, 50), randomNames(r, m.Cols, 50)
	m.RowGroups, m.ColGroups = randomGroups(r, m.Rows), randomGroups(r, m.Cols)
	m.Log = r.Intn(2) == 0
	for range r.Intn(3) {
		m.Notes = append(m.Notes, randomName(r, 150))
	}
	return m
}

// randomChart draws a chart of any kind with any data, sizes and names.
func randomChart(r *rand.Rand) (string, drawing) {
	l := Labels{randomName(r, 120), randomName(r, 60), randomName(r, 60)}
	n := randomSize(r)
	switch r.Intn(8) {
	case 0:
		names, data := randomNames(r, n, 50), randomNumbers(r, n)
		return "bars", func() (Picture, error) { return Bars(l, names, data) }
	case 1:
		data := append(randomNumbers(r, n), 1)
		return "histogram", func() (Picture, error) { return Histogram(l, data, 0) }
	case 2:
		ch := Chart{Labels: l, LogX: r.Intn(3) == 0, LogY: r.Intn(3) == 0}
		for range r.Intn(9) {
			ch.Curves = append(ch.Curves, Series{Name: randomName(r, 60), Y: randomNumbers(r, n)})
			ch.Points = append(ch.Points, Series{Name: randomName(r, 60), X: randomNumbers(r, n), Y: randomNumbers(r, n)})
		}
		return "chart", ch.Draw
	case 3:
		var runs []Run
		for range 1 + r.Intn(4) {
			run := Run{Name: randomName(r, 40), Each: math.Pow(10, -8*r.Float64())}
			for range r.Intn(8) {
				run.Phases = append(run.Phases, Phase{randomName(r, 40), math.Pow(10, -8*r.Float64())})
			}
			runs = append(runs, run)
		}
		return "timing", func() (Picture, error) { return Timing(l.Title, runs...) }
	case 4:
		var ks []Kernel
		for range r.Intn(20) {
			ks = append(ks, Kernel{Name: randomName(r, 60), Place: randomName(r, 20), Seconds: math.Pow(10, -8*r.Float64()), Needed: math.Pow(10, -8*r.Float64()),
				Note: randomName(r, 40), Ops: math.Pow(10, 12*r.Float64()), Bytes: math.Pow(10, 12*r.Float64()), F64: r.Intn(2) == 0})
		}
		return "kernels", func() (Picture, error) { return Kernels(l.Title, Roof{12e9, 114e9, 57e9}, ks...) }
	}
	m := randomMatrix(r)
	if r.Intn(4) == 0 {
		for range m.Cols {
			m.ColColours = append(m.ColColours, r.Intn(30))
		}
	}
	return fmt.Sprintf("heatmap %d × %d", m.Rows, m.Cols), func() (Picture, error) { return Heatmap(m) }
}

// TestLabelsOfAnything: whatever is drawn, labels overlap neither each other nor the edge.
func TestLabelsOfAnything(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: draws many pictures")
	}
	for seed := range int64(60) {
		what, draw := randomChart(rand.New(rand.NewSource(seed)))
		p, err := draw()
		if err != nil {
			t.Errorf("seed %d, %s: %v", seed, what, err)
			continue
		}
		if !checkLabels(t, fmt.Sprintf("seed %d, %s", seed, what), p.SVG) && *look != "" {
			os.WriteFile(filepath.Join(*look, fmt.Sprintf("seed%d.png", seed)), p.PNG, 0o644)
		}
	}
}
