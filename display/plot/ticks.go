package plot

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// scale is an axis with round ticks, linear or logarithmic.
type scale struct {
	log      bool
	min, max float64
	ticks    []float64
	labels   []string
	factor   string // power of ten that the labels leave out, "×1e-4"; empty for none
}

// newScale makes an axis over [lo, hi], widened by pad of its length at each end, with about n ticks.
func newScale(lo, hi, pad float64, n int) scale {
	if !(lo <= hi) { // nothing finite to show
		lo, hi = 0, 1
	}
	// Beyond this the length of the axis would overflow.
	lo, hi = math.Max(lo, -math.MaxFloat64/8), math.Min(hi, math.MaxFloat64/8)
	if span := hi - lo; span <= 1e-12*math.Max(math.Abs(lo), math.Abs(hi)) || span < 1e-300 {
		d := math.Max(math.Abs(lo)*0.1, 1e-300)
		if lo == 0 {
			d = 1
		}
		lo, hi = lo-d, hi+d
	}
	s := scale{min: lo - (hi-lo)*pad, max: hi + (hi-lo)*pad}
	step := roundStep((s.max - s.min) / float64(max(n, 1)))
	first := math.Ceil(s.min/step - 1e-9)
	for i := 0.0; i < 50; i++ {
		t := (first + i) * step
		if t > s.max+step*1e-9 {
			break
		}
		if math.Abs(t) < step*1e-9 {
			t = 0
		}
		s.ticks = append(s.ticks, t)
	}
	s.write(step)
	return s
}

// axisScale is newScale, or, for a logarithmic axis, powers of ten and, where these are few, numbers between.
func axisScale(lo, hi, pad float64, n int, log bool) scale {
	if !log || !(lo <= hi) || !(lo > 0) {
		return newScale(lo, hi, pad, n)
	}
	if hi/lo < 1.01 {
		lo, hi = lo/1.5, hi*1.5
	}
	room := (math.Log10(hi) - math.Log10(lo)) * pad
	s := scale{log: true, min: math.Max(lo*math.Pow(10, -room), 1e-300), max: math.Min(hi*math.Pow(10, room), math.MaxFloat64)}
	decades := math.Log10(s.max) - math.Log10(s.min)
	mantissas, every := []float64{1}, max(1, int(math.Ceil(decades/float64(n))))
	switch {
	case decades < 0.6: // hardly more than a linear axis
		for _, t := range newScale(s.min, s.max, 0, n).ticks {
			if t > 0 {
				s.ticks, s.labels = append(s.ticks, t), append(s.labels, brief(t))
			}
		}
		return s
	case decades*3 <= float64(n):
		mantissas = []float64{1, 2, 5}
	case decades*2 <= float64(n):
		mantissas = []float64{1, 3}
	}
	for e := math.Floor(math.Log10(s.min)); e <= math.Log10(s.max); e++ {
		for _, m := range mantissas {
			if t := m * math.Pow(10, e); int(e)%every == 0 && t >= s.min && t <= s.max {
				s.ticks, s.labels = append(s.ticks, t), append(s.labels, brief(t))
			}
		}
	}
	return s
}

// roundStep is the smallest of 1, 2, 5 times a power of ten that is at least x.
func roundStep(x float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*p >= x*(1-1e-9) {
			return m * p
		}
	}
	return 10 * p
}

// write makes the labels: with as many decimals as the step needs, and without a common power of ten where
// the numbers are big or small.
func (s *scale) write(step float64) {
	biggest := 0.0
	for _, t := range s.ticks {
		biggest = math.Max(biggest, math.Abs(t))
	}
	unit := 1.0
	if biggest > 0 && (biggest >= 1e5 || biggest < 1e-3) {
		e := math.Floor(math.Log10(biggest) + 1e-9)
		unit = math.Pow(10, e)
		s.factor = minus(fmt.Sprintf("×1e%d", int(e)))
	}
	decimals := max(0, min(12, int(math.Ceil(-math.Log10(step/unit)-1e-9))))
	for _, t := range s.ticks {
		s.labels = append(s.labels, minus(strconv.FormatFloat(t/unit, 'f', decimals, 64)))
	}
}

// minus writes a number with the minus sign of typesetters, as wide as a plus.
func minus(t string) string { return strings.ReplaceAll(t, "-", "−") }

// to maps a value to the axis: 0 at its minimum, 1 at its maximum. What is far outside stays near: drawing takes as long as a
// line is.
func (s scale) to(v float64) float64 {
	t := (v - s.min) / (s.max - s.min)
	if s.log {
		t = (math.Log10(v) - math.Log10(s.min)) / (math.Log10(s.max) - math.Log10(s.min))
	}
	if math.IsNaN(t) {
		return 0
	}
	return math.Max(-1, math.Min(2, t))
}

// keep cuts the axis to a part of it.
func (s *scale) keep(lo, hi float64) {
	ticks, labels := s.ticks, s.labels
	s.min, s.max, s.ticks, s.labels = lo, hi, nil, nil
	for i, t := range ticks {
		if t >= lo && t <= hi {
			s.ticks, s.labels = append(s.ticks, t), append(s.labels, labels[i])
		}
	}
}

// widest is the width of the widest label.
func (s scale) widest(size float64) float64 {
	w := 0.0
	for _, l := range s.labels {
		w = math.Max(w, width(l, size))
	}
	return w
}

// fitScale is axisScale with as many ticks as fit beside each other in room points.
func fitScale(lo, hi, pad, room float64, log bool) scale {
	var s scale
	for n := 9; n >= 2; n-- {
		s = axisScale(lo, hi, pad, n, log)
		if float64(len(s.ticks))*(s.widest(small)+14) <= room {
			break
		}
	}
	return s
}

// brief prints a number with three significant digits, or all before the point, for labels inside a chart.
func brief(v float64) string {
	switch {
	case v == 0:
		return "0" // not −0
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return minus("-inf")
	}
	if a := math.Abs(v); a >= 1000 && a < 99999.5 {
		return minus(strconv.FormatFloat(v, 'f', 0, 64))
	}
	t := strconv.FormatFloat(v, 'g', 3, 64)
	return minus(strings.NewReplacer("e+0", "e", "e+", "e", "e-0", "e-").Replace(t))
}

// bounds is the range of what is finite.
func bounds(vs ...[]float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, list := range vs {
		for _, v := range list {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				lo, hi = math.Min(lo, v), math.Max(hi, v)
			}
		}
	}
	return lo, hi
}
