package plot

import (
	"errors"
	"fmt"
	"image"
	"image/color"
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

var errLengths = errors.New("plot: X and Y of a series have different lengths")

// Lines draws each series as a line.
func Lines(l Labels, series ...Series) (Picture, error) { return xy(l, nil, series) }

// Points draws series of points, and over them curves, as of a fitted model.
func Points(l Labels, points []Series, curves ...Series) (Picture, error) {
	return xy(l, points, curves)
}

func xy(l Labels, points, curves []Series) (Picture, error) {
	a := area{labels: l, xpad: 0.03, ypad: 0.06}
	var all []Series
	var xs, ys [][]float64
	skipped := 0
	for i, s := range slices.Concat(points, curves) {
		s, err := s.full()
		if err != nil {
			return Picture{}, err
		}
		skipped += s.odd()
		all = append(all, s)
		xs, ys = append(xs, s.X), append(ys, s.Y)
		if s.Name != "" {
			a.keys = append(a.keys, key{s.Name, colourOf(i), i < len(points)})
		}
	}
	a.xlo, a.xhi = bounds(xs...)
	a.ylo, a.yhi = bounds(ys...)
	text := describe(l, "line chart", all, skipped)
	if len(points) > 0 {
		text = describe(l, "points", all, skipped)
	}
	return render(chartWidth, chartHeight, text, func(s *sheet) {
		c := layout(s, a)
		if a.ylo > a.yhi {
			c.label((c.left+c.right)/2, (c.bottom+c.top)/2, "nothing finite to show", normal, soft, centre, middle)
		}
		// Curves first: points must not hide under them.
		for i, s := range all[len(points):] {
			t := s.thin()
			c.curve(t.X, t.Y, colourOf(len(points)+i), dashesOf(i))
		}
		for i, s := range all[:len(points)] {
			c.scatter(s, i)
		}
	})
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
func (c *chart) scatter(s Series, i int) {
	if len(s.Y) > maxDots {
		c.cloud(s, colourOf(i))
		return
	}
	for j := range s.Y {
		if finite(s.X[j]) && finite(s.Y[j]) {
			x, y := c.px(s.X[j]), c.py(s.Y[j])
			c.dot(x, y, 3.3, paper)
			c.dot(x, y, 2.6, colourOf(i))
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

func describe(l Labels, what string, all []Series, skipped int) string {
	parts := []string{what}
	if l.Title != "" {
		parts[0] = l.Title + ": " + what
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
