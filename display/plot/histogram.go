package plot

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Bounds of how finely a histogram is drawn.
const (
	// MaxBins is the largest number of bins.
	MaxBins  = 200
	autoBins = 60 // at most, where the data choose
)

// Histogram draws how often numbers lie where, in so many bins of one width. With 0, whole numbers of a small range have a bin
// each, others as many as the rule of Freedman and Diaconis says, which follows the spread of the middle half. What is not
// finite is counted beside.
func Histogram(l Labels, values []float64, bins int) (Picture, error) {
	if bins < 0 || bins > MaxBins {
		return Picture{}, fmt.Errorf("a histogram has 1 to %d bins", MaxBins)
	}
	vs := slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return !finite(v) })
	if len(vs) == 0 {
		return Picture{}, errors.New("there is no finite number to count")
	}
	slices.Sort(vs)
	lo, hi := vs[0], vs[len(vs)-1]
	if !finite(hi - lo) {
		return Picture{}, errors.New("the numbers are too far apart")
	}
	text := fmt.Sprintf("%d numbers from %s to %s", len(vs), brief(lo), brief(hi))
	from, to, bins := binning(vs, bins)
	counts := countIn(vs, from, to, bins)
	text = fmt.Sprintf("histogram of %s, %d bin%s, %d in the fullest", text, bins, plural(bins), slices.Max(counts))
	if l.Title != "" {
		text = l.Title + ": " + text
	}
	if odd := len(values) - len(vs); odd > 0 {
		text += fmt.Sprintf("; %d more are not finite", odd)
		if l.X != "" {
			l.X += ", "
		}
		l.X += fmt.Sprintf("%d not finite", odd)
	}
	if l.Y == "" {
		l.Y = "count"
	}
	return render(chartWidth, chartHeight, text, func(s *sheet) {
		c := layout(s, area{labels: l, xlo: from, xhi: to, xpad: 0.02, ylo: 0, yhi: float64(slices.Max(counts)), ypad: 0.06, based: true, whole: true})
		zero, width := c.py(0), (to-from)/float64(bins)
		for i, n := range counts {
			x := c.px(from + float64(i)*width)
			w := c.px(from+float64(i+1)*width) - x
			if gap := math.Min(1, w/8); n > 0 {
				c.rect(x+gap/2, zero, w-gap, c.py(float64(n))-zero, wheel[0])
			}
		}
		c.line(c.left, zero, c.right, zero, 0.8, axis)
	})
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// binning chooses the range and the number of bins of sorted numbers.
func binning(vs []float64, bins int) (from, to float64, n int) {
	lo, hi := vs[0], vs[len(vs)-1]
	switch {
	case lo == hi:
		half := math.Max(0.5, math.Abs(lo)*1e-6)
		return lo - half, hi + half, 1
	case bins > 0:
		return lo, hi, bins
	case hi-lo < autoBins && !slices.ContainsFunc(vs, func(v float64) bool { return v != math.Trunc(v) }):
		return lo - 0.5, hi + 0.5, int(hi-lo) + 1
	}
	spread := vs[len(vs)*3/4] - vs[len(vs)/4]
	n = int(math.Ceil(math.Sqrt(float64(len(vs)))))
	if w := 2 * spread / math.Cbrt(float64(len(vs))); w > 0 && (hi-lo)/w < autoBins {
		n = int(math.Ceil((hi - lo) / w))
	}
	return lo, hi, min(max(n, 5), autoBins)
}

// countIn counts numbers in bins; the last bin has its upper end.
func countIn(vs []float64, from, to float64, bins int) []int {
	counts := make([]int, bins)
	for _, v := range vs {
		i := int((v - from) / (to - from) * float64(bins))
		counts[min(max(i, 0), bins-1)]++
	}
	return counts
}
