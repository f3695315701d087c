package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Size of charts with axes, in points.
const (
	chartWidth  = 460.0
	chartHeight = 280.0
	margin      = 10.0
)

// chart is a sheet with a title, a legend, axes and a grid; its area takes the data.
type chart struct {
	*sheet
	x, y                     scale
	left, right, bottom, top float64 // the area of the data
}

// key is an entry of a legend.
type key struct {
	name   string
	colour color.NRGBA
	dot    bool
}

// area is what a chart needs to know to lay itself out.
type area struct {
	labels     Labels
	keys       []key
	xlo, xhi   float64
	ylo, yhi   float64
	xpad, ypad float64
	xlog, ylog bool     // logarithmic axes
	based      bool     // bars stand on zero: no room beyond it where they are all on one side
	whole      bool     // y are whole numbers
	names      []string // names of the x positions 0, 1, ...; nil for numbers
}

// layout draws everything but the data.
func layout(s *sheet, a area) *chart {
	c := &chart{sheet: s, right: chartWidth - margin - 6, top: chartHeight - margin}
	s.rect(0, 0, chartWidth, chartHeight, paper)
	if a.labels.Title != "" {
		s.label(chartWidth/2, c.top, shorten(a.labels.Title, large, chartWidth-2*margin), large, ink, centre, top)
		c.top -= 20
	}
	c.top -= c.legend(a.keys)
	c.bottom = margin + 14
	if a.labels.X != "" || a.names == nil && fitScale(a.xlo, a.xhi, a.xpad, chartWidth*0.85, a.xlog).factor != "" {
		c.bottom += 15
	}
	c.y = a.yscale(int((c.top - c.bottom) / 34))
	c.left = margin + c.y.widest(small) + 6
	if a.labels.Y != "" {
		c.left += 15
	}
	if c.y.factor != "" {
		c.top -= 12
	}
	upright := false
	if a.names != nil {
		upright = c.nameAxis(a)
	} else {
		c.x = fitScale(a.xlo, a.xhi, a.xpad, c.right-c.left, a.xlog)
	}
	c.axes(a, upright)
	return c
}

func (a *area) yscale(n int) scale {
	if a.whole {
		n = min(n, int(math.Max(a.yhi-a.ylo, 0))+1)
	}
	s := axisScale(a.ylo, a.yhi, a.ypad, n, a.ylog)
	switch {
	case !a.based || a.ylo >= a.yhi:
	case a.ylo == 0:
		s.keep(0, s.max)
	case a.yhi == 0:
		s.keep(s.min, 0)
	}
	return s
}

// nameAxis makes room for names below the positions, upright if they are too wide.
func (c *chart) nameAxis(a area) (upright bool) {
	c.x = scale{min: -0.6, max: float64(len(a.names)) - 0.4}
	slot := (c.right - c.left) / (c.x.max - c.x.min)
	widest := 0.0
	for _, n := range a.names {
		widest = math.Max(widest, width(n, small))
	}
	room := slot - 4
	if widest > room {
		upright, room = true, 100
		c.bottom += math.Min(widest, room) - 8
	}
	step := 1
	for float64(step)*slot < small+3 {
		step++
	}
	for i := 0; i < len(a.names); i += step {
		c.x.ticks = append(c.x.ticks, float64(i))
		c.x.labels = append(c.x.labels, elide(a.names[i], small, room))
	}
	return upright
}

func (c *chart) px(x float64) float64 { return c.left + c.x.to(x)*(c.right-c.left) }
func (c *chart) py(y float64) float64 { return c.bottom + c.y.to(y)*(c.top-c.bottom) }

func (c *chart) axes(a area, upright bool) {
	for i, t := range c.y.ticks {
		y := c.py(t)
		c.line(c.left, y, c.right, y, 0.6, hair)
		c.label(c.left-5, y, c.y.labels[i], small, soft, right, middle)
	}
	for i, t := range c.x.ticks {
		x := c.px(t)
		if a.names == nil {
			c.line(x, c.bottom, x, c.top, 0.6, hair)
		}
		c.line(x, c.bottom, x, c.bottom-3, 0.6, axis)
		if upright {
			c.turned(x, c.bottom-5, c.x.labels[i], small, soft, right, middle, math.Pi/2)
		} else {
			c.label(x, c.bottom-5, c.x.labels[i], small, soft, centre, top)
		}
	}
	c.line(c.left, c.bottom, c.right, c.bottom, 0.8, axis)
	c.line(c.left, c.bottom, c.left, c.top, 0.8, axis)
	c.label(c.left, c.top+3, c.y.factor, small, soft, left, bottom)
	xname := a.labels.X
	if c.x.factor != "" {
		if xname != "" {
			xname += "  "
		}
		xname += "(" + c.x.factor + ")"
	}
	c.label((c.left+c.right)/2, margin-2, xname, normal, ink, centre, bottom)
	c.turned(margin-2, (c.bottom+c.top)/2, shorten(a.labels.Y, normal, c.top-c.bottom), normal, ink, centre, top, math.Pi/2)
}

// legend writes the keys in centred rows below the title and returns the height it took.
func (c *chart) legend(keys []key) float64 {
	const gap, mark, line = 16.0, 18.0, 14.0
	if len(keys) == 0 {
		return 0
	}
	room := chartWidth - 4*margin
	y := c.top - line/2
	for len(keys) > 0 {
		n, w := 0, -gap
		for n < len(keys) {
			next := mark + width(shorten(keys[n].name, small, room/2), small) + gap
			if n > 0 && w+next > room {
				break
			}
			w += next
			n++
		}
		x := (chartWidth - w) / 2
		for _, k := range keys[:n] {
			name := shorten(k.name, small, room/2)
			if k.dot {
				c.dot(x+7, y, 2.6, k.colour)
			} else {
				c.line(x, y, x+14, y, 2, k.colour)
			}
			c.label(x+mark, y, name, small, ink, left, middle)
			x += mark + width(name, small) + gap
		}
		keys = keys[n:]
		y -= line
	}
	return c.top - (y + line/2) + 3
}

// marks shows on the axis where points that are not finite would stand.
func (c *chart) marks(s Series) {
	marked := map[int]bool{} // by place: there may be millions
	for i, y := range s.Y {
		if !finite(s.X[i]) || finite(y) {
			continue
		}
		if x := c.px(s.X[i]); !marked[int(x)] {
			marked[int(x)] = true
			c.dot(x, c.bottom, 2.2, odd)
		}
	}
}

// curve strokes the points in their order; it breaks where one is not finite.
func (c *chart) curve(xs, ys []float64, colour color.NRGBA, dashes []vg.Length) {
	var run []vg.Point
	flush := func() {
		if len(run) == 1 {
			c.dot(float64(run[0].X), float64(run[0].Y), 1.3, colour)
		}
		c.path(run, 1.5, colour, dashes)
		run = run[:0]
	}
	for i := range ys {
		if !finite(xs[i]) || !finite(ys[i]) {
			flush()
			continue
		}
		run = append(run, point(c.px(xs[i]), c.py(ys[i])))
	}
	flush()
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
