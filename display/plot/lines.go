package plot

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// Series is a named list of points. Without X the points stand at 0, 1, 2, ...
type Series struct {
	Name string
	X, Y []float64
}

// maxPoints is how many points of a series are drawn; more are thinned so that the extremes stay.
const maxPoints = 1200

var (
	errLengths     = errors.New("plot: X and Y of a series have different lengths")
	errLogContours = errors.New("plot: contours have linear axes")
)

// Chart is what has two axes: contours below, curves over them, points on top.
type Chart struct {
	Labels
	LogX, LogY bool // logarithmic axes; what is not positive is left out
	Contours   *Grid
	Points     []Series
	Curves     []Series
}

// Lines draws each series as a line.
func Lines(l Labels, series ...Series) (Picture, error) {
	return Chart{Labels: l, Curves: series}.Draw()
}

// Points draws series of points, and over them curves, as of a fitted model.
func Points(l Labels, points []Series, curves ...Series) (Picture, error) {
	return Chart{Labels: l, Points: points, Curves: curves}.Draw()
}

// Draw draws the chart.
func (ch Chart) Draw() (Picture, error) {
	a := area{labels: ch.Labels, xpad: 0.03, ypad: 0.06, xlog: ch.LogX, ylog: ch.LogY}
	var all []Series
	var xs, ys [][]float64
	skipped := 0
	for i, s := range slices.Concat(ch.Points, ch.Curves) {
		s, err := s.full()
		if err != nil {
			return Picture{}, err
		}
		s.X, s.Y = positive(s.X, ch.LogX), positive(s.Y, ch.LogY)
		skipped += s.odd()
		all = append(all, s)
		xs, ys = append(xs, s.X), append(ys, s.Y)
		if s.Name != "" {
			a.keys = append(a.keys, key{s.Name, ch.colour(i), i < len(ch.Points)})
		}
	}
	if skipped > 0 {
		name := "not finite"
		if ch.LogX || ch.LogY {
			name = "not finite, or not positive"
		}
		a.keys = append(a.keys, key{name, odd, true})
	}
	if g := ch.Contours; g != nil {
		if ch.LogX || ch.LogY {
			return Picture{}, errLogContours
		}
		if err := g.Check(); err != nil {
			return Picture{}, err
		}
		xs, ys, a.xpad, a.ypad = append(xs, g.X), append(ys, g.Y), 0, 0
		if name := g.legend(); name != "" {
			a.keys = append(a.keys, key{name, isoline, false})
		}
	}
	a.xlo, a.xhi = bounds(xs...)
	a.ylo, a.yhi = bounds(ys...)
	return render(chartWidth, chartHeight, ch.describe(all, skipped), func(s *sheet) { ch.paint(s, a, all) })
}

// colour of a series: over contours, which are blue, blue comes last.
func (ch Chart) colour(i int) color.NRGBA {
	if ch.Contours != nil {
		return colourOf(i + 1)
	}
	return colourOf(i)
}

func (ch Chart) paint(s *sheet, a area, all []Series) {
	c := layout(s, a)
	if a.ylo > a.yhi {
		c.label((c.left+c.right)/2, (c.bottom+c.top)/2, "nothing finite to show", normal, soft, centre, middle)
	}
	if ch.Contours != nil {
		c.contours(ch.Contours)
	}
	// Curves first: points must not hide under them.
	n := len(ch.Points)
	for i, s := range all[n:] {
		t := s.thin()
		c.curve(t.X, t.Y, ch.colour(n+i), dashesOf(i))
	}
	for _, s := range all {
		c.marks(s)
	}
	for i, s := range all[:n] {
		c.scatter(s, ch.colour(i))
	}
}

// positive replaces what a logarithmic axis cannot show.
func positive(vs []float64, log bool) []float64 {
	if !log {
		return vs
	}
	out := slices.Clone(vs)
	for i, v := range out {
		if !(v > 0) {
			out[i] = math.NaN()
		}
	}
	return out
}

// dashesOf tells lines apart once the palette repeats.
func dashesOf(i int) []vg.Length {
	if i < len(wheel) {
		return nil
	}
	return []vg.Length{5, 3}
}

// full fills in X and checks the lengths.
func (s Series) full() (Series, error) {
	if s.X == nil {
		s.X = make([]float64, len(s.Y))
		for i := range s.X {
			s.X[i] = float64(i)
		}
	}
	if len(s.X) != len(s.Y) {
		return s, errLengths
	}
	return s, nil
}

// odd is the number of points that cannot be drawn.
func (s Series) odd() int {
	n := 0
	for i := range s.Y {
		if !finite(s.X[i]) || !finite(s.Y[i]) {
			n++
		}
	}
	return n
}

// thin keeps of each run of points those with the smallest and the largest Y, and the first that is not
// finite, in their order: the picture stays the same, spikes and gaps included.
func (s Series) thin() Series {
	n := len(s.Y)
	if n <= maxPoints {
		return s
	}
	out := Series{Name: s.Name}
	runs := maxPoints / 3
	for r := range runs {
		from, to := r*n/runs, (r+1)*n/runs
		lo, hi, gap := -1, -1, -1
		for i := from; i < to; i++ {
			if !finite(s.X[i]) || !finite(s.Y[i]) {
				if gap < 0 {
					gap = i
				}
				continue
			}
			if lo < 0 || s.Y[i] < s.Y[lo] {
				lo = i
			}
			if hi < 0 || s.Y[i] > s.Y[hi] {
				hi = i
			}
		}
		for i := from; i < to; i++ {
			if i == lo || i == hi || i == gap {
				out.X, out.Y = append(out.X, s.X[i]), append(out.Y, s.Y[i])
			}
		}
	}
	return out
}

// maxDots is how many points are drawn as circles; more become an image.
const maxDots = 400

// scatter draws points.
func (c *chart) scatter(s Series, colour color.NRGBA) {
	if len(s.Y) > maxDots {
		c.cloud(s, colour)
		return
	}
	for j := range s.Y {
		if finite(s.X[j]) && finite(s.Y[j]) {
			x, y := c.px(s.X[j]), c.py(s.Y[j])
			c.dot(x, y, 3.3, paper)
			c.dot(x, y, 2.6, colour)
		}
	}
}

// cloud draws any number of points as one image, so that none is lost and the chart stays small.
func (c *chart) cloud(s Series, colour color.NRGBA) {
	const dots, r = 3.0, 3 // pixels a point, radius in pixels
	w, h := int((c.right-c.left)*dots), int((c.top-c.bottom)*dots)
	img := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.NRGBA{}, colour})
	for j := range s.Y {
		if !finite(s.X[j]) || !finite(s.Y[j]) {
			continue
		}
		x, y := int((c.px(s.X[j])-c.left)*dots), int((c.top-c.py(s.Y[j]))*dots)
		for dy := -r; dy <= r; dy++ {
			for dx := -r; dx <= r; dx++ {
				if dx*dx+dy*dy <= r*r+1 && image.Pt(x+dx, y+dy).In(img.Rect) {
					img.SetColorIndex(x+dx, y+dy, 1)
				}
			}
		}
	}
	c.c.DrawImage(vg.Rectangle{Min: point(c.left, c.bottom), Max: point(c.right, c.top)}, img)
}

// describe says in words what the chart shows.
func (ch Chart) describe(all []Series, skipped int) string {
	what := "line chart"
	switch {
	case ch.Contours != nil:
		what = "contours"
	case len(ch.Points) > 0:
		what = "points"
	}
	parts := []string{what}
	if ch.Title != "" {
		parts[0] = ch.Title + ": " + what
	}
	if ch.Contours != nil {
		lo, hi := bounds(ch.Contours.Z)
		parts = append(parts, fmt.Sprintf("%s, from %s to %s", ch.Contours.legend(), brief(lo), brief(hi)))
	}
	for _, s := range all {
		lo, hi := bounds(s.Y)
		name := s.Name
		if name != "" {
			name += ": "
		}
		if lo > hi {
			parts = append(parts, fmt.Sprintf("%s%d points", name, len(s.Y)))
			continue
		}
		parts = append(parts, fmt.Sprintf("%s%d points, y from %s to %s", name, len(s.Y), brief(lo), brief(hi)))
	}
	if skipped > 0 {
		parts = append(parts, fmt.Sprintf("%d points that are not finite are left out", skipped))
	}
	return strings.Join(parts, "; ")
}
