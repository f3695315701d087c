package plot

import (
	"image"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Note [Symmetric logarithm]. The colour of a number goes by the decades of its magnitude above the knee, on either side of
// zero; from the knee to zero it fades linearly over the width of one decade. The knee is a power of ten: that below the
// smallest magnitudes but one in twenty, and at most maxDecades below the largest.

// maxDecades is how many decades a logarithmic scale shows.
const maxDecades = 16

// WantsLog reports whether the magnitudes of what is finite and not zero spread so far that linear colours would hide most of them: a
// tenth of them is below a thousandth of the largest.
func WantsLog(data []float64) bool {
	m := magnitudes(data)
	return len(m) > 1 && m[len(m)/10] < 1e-3*m[len(m)-1]
}

// maxSample is how many magnitudes are sorted; of more, the greatest and as many at places spread by a hash.
const maxSample = 4096

// magnitudes are those of what is finite and not zero, in order.
func magnitudes(data []float64) []float64 {
	var m []float64
	most := 0.0
	for _, v := range data {
		if a := math.Abs(v); a > 0 && a <= math.MaxFloat64 {
			m = append(m, a)
			most = math.Max(most, a)
		}
	}
	if len(m) > maxSample {
		some := []float64{most}
		for k := range uint64(maxSample) {
			some = append(some, m[k*2654435761%uint64(len(m))])
		}
		m = some
	}
	slices.Sort(m)
	return m
}

// kneeOf is where a logarithmic scale up to limit begins; 0 if there is nothing to show.
func kneeOf(data []float64, limit float64) float64 {
	m := magnitudes(data)
	if len(m) == 0 {
		return 0
	}
	top := math.Log10(limit)
	low := math.Floor(math.Log10(m[len(m)/20]) + 1e-9)
	return math.Pow(10, math.Max(low, math.Ceil(top)-maxDecades))
}

// position is where a number stands on the scale of colours: -1 to 1 for what is finite.
func (h *heat) position(v float64) float64 {
	if h.knee == 0 {
		return v / h.limit
	}
	return h.decades(v) / h.decades(h.limit)
}

// decades is the symmetric logarithm.
func (h *heat) decades(v float64) float64 {
	a := math.Abs(v) / h.knee
	if a > 1 {
		a = 1 + math.Log10(a)
	}
	return math.Copysign(a, v)
}

// barScale is the scale of the colour bar; a logarithmic one is in positions.
func (h *heat) barScale() scale {
	room := max(2, int(h.h/30))
	if h.knee == 0 {
		s := newScale(h.lo, h.hi, 0, room)
		if len(s.ticks) < 3 { // too few to read colours by
			s = scale{min: h.lo, max: h.hi}
			for _, v := range slices.Compact([]float64{h.lo, 0, h.hi}) {
				s.ticks, s.labels = append(s.ticks, v), append(s.labels, brief(v))
			}
		}
		return s
	}
	s := scale{min: h.position(h.lo), max: h.position(h.hi)}
	if s.min < 0 && s.max > 0 {
		room = max(1, room/2)
	}
	first := math.Round(math.Log10(h.knee))
	last := math.Floor(math.Log10(h.limit) + 1e-9)
	step := max(1, int(math.Ceil((last-first)/float64(room))))
	add := func(v float64, label string) {
		p := h.position(v)
		room := p >= s.min-1e-9 && p <= s.max+1e-9
		for _, t := range s.ticks {
			room = room && math.Abs(p-t)/(s.max-s.min)*h.h >= small+3
		}
		if room {
			s.ticks, s.labels = append(s.ticks, p), append(s.labels, minus(label))
		}
	}
	add(0, "0")
	for e := int(last); e >= int(first); e -= step {
		add(math.Pow(10, float64(e)), decade(float64(e)))
		add(-math.Pow(10, float64(e)), "-"+decade(float64(e)))
	}
	return s
}

func (h *heat) colourBar(s *sheet) {
	const steps = 128
	x := h.x + h.w + 18
	img := image.NewPaletted(image.Rect(0, 0, 1, steps), paletteOf())
	lo, hi := h.position(h.lo), h.position(h.hi)
	for i := range steps {
		img.Pix[i] = shadeAt(hi + (lo-hi)*(float64(i)+0.5)/steps)
	}
	s.c.DrawImage(vg.Rectangle{Min: point(x, h.y), Max: point(x+barWidth, h.y+h.h)}, img)
	s.frame(x, h.y, barWidth, h.h, axis)
	for i, t := range h.bar.ticks {
		y := h.y + h.bar.to(t)*h.h
		s.line(x+barWidth, y, x+barWidth+3, y, 0.6, axis)
		s.label(x+barWidth+5, y, h.bar.labels[i], small, soft, left, middle)
	}
	s.label(x, h.y+h.h+4, h.bar.factor, small, soft, left, bottom)
	if h.legend != "" {
		s.rect(x, h.y-16, barWidth, 9, absent)
		s.label(x+barWidth+5, h.y-11.5, h.legend, small, soft, left, middle)
	}
}
