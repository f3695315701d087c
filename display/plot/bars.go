package plot

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// maxBars is how many bars are drawn; beyond it neighbours share one, which shows the value of largest
// magnitude.
const maxBars = 400

// Bars draws one bar for each component of a vector, as of a gradient: blue below zero, orange above. names
// may be nil.
func Bars(l Labels, names []string, values []float64) (Picture, error) {
	if names != nil && len(names) != len(values) {
		return Picture{}, errors.New("plot: as many names as values are needed")
	}
	lo, hi := bounds(values)
	odd := 0
	for _, v := range values {
		if !finite(v) {
			odd++
		}
	}
	text := fmt.Sprintf("%d bars", len(values))
	if l.Title != "" {
		text = l.Title + ": " + text
	}
	if lo <= hi {
		text += fmt.Sprintf(" from %s to %s", brief(lo), brief(hi))
	}
	if odd > 0 {
		text += fmt.Sprintf("; %d are not finite", odd)
	}
	shown, group := gather(values)
	a := area{labels: l, ylo: math.Min(lo, 0), yhi: math.Max(hi, 0), ypad: 0.09, based: odd == 0}
	for i := range shown {
		switch {
		case names != nil && group == 1:
			a.names = append(a.names, names[i])
		default:
			a.names = append(a.names, strconv.Itoa(i*group))
		}
	}
	if len(shown) > 40 || len(shown) == 0 { // too many for a label each
		a.names = nil
		a.xlo, a.xhi, a.xpad = -0.6*float64(group), (float64(len(shown))-0.4)*float64(group), 0
	}
	return render(chartWidth, chartHeight, text, func(s *sheet) {
		c := layout(s, a)
		unit := float64(group)
		if a.names != nil {
			unit = 1
		}
		c.bars(shown, unit)
	})
}

// gather joins neighbours so that at most maxBars remain, each the value of largest magnitude of its
// group.
func gather(values []float64) (shown []float64, group int) {
	group = (len(values) + maxBars - 1) / maxBars
	if group <= 1 {
		return values, 1
	}
	for from := 0; from < len(values); from += group {
		shown = append(shown, largest(values[from:min(from+group, len(values))]))
	}
	return shown, group
}

// largest is the value of largest magnitude; NaN only if there is nothing else.
func largest(vs []float64) float64 {
	best := math.NaN()
	for _, v := range vs {
		if !math.IsNaN(v) && (math.IsNaN(best) || math.Abs(v) > math.Abs(best)) {
			best = v
		}
	}
	return best
}

func (c *chart) bars(values []float64, unit float64) {
	slot := c.px(unit) - c.px(0)
	w := math.Min(slot*0.72, 46)
	if slot < 4 {
		w = slot * 1.15 // no seams
	}
	numbers := true // on all bars or on none
	for _, v := range values {
		numbers = numbers && width(brief(v), small) < slot-2
	}
	zero := c.py(0)
	for i, v := range values {
		x := c.px(float64(i) * unit)
		if !finite(v) {
			if width(brief(v), small) < slot-2 {
				c.label(x, zero+3, brief(v), small, odd, centre, bottom)
			} else {
				c.dot(x, zero, math.Max(1, math.Min(2.5, slot/3)), odd)
			}
			continue
		}
		y := c.py(v)
		colour := wheel[1]
		if v < 0 {
			colour = wheel[0]
		}
		c.rect(x-w/2, math.Min(y, zero), w, math.Abs(y-zero), colour)
		switch {
		case !numbers:
		case v < 0:
			c.label(x, y-2, brief(v), small, ink, centre, top)
		default:
			c.label(x, y+2, brief(v), small, ink, centre, bottom)
		}
	}
	c.line(c.left, zero, c.right, zero, 0.8, axis)
}
