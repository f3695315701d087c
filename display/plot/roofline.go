package plot

import (
	"fmt"
	"math"
	"strings"
)

// Roof is what a device can do: bytes a second, operations a second.
type Roof struct{ Bytes, F32, F64 float64 }

// rooflineHeight is that of the drawing with its labels.
const rooflineHeight = 190.0

// roofline is the second part of a chart of kernels: for each kernel the operations that it does for a byte it moves, against
// those it does in a second. Below the slope memory bounds it, below the level lines arithmetic does.
type roofline struct {
	roof           Roof
	dots           []rooflineDot
	xlo, xhi       float64 // decades
	ylo, yhi       float64
	left, right    float64 // in points
	bottom, height float64
	taken          []box // by dots and labels
	slope          []box // the line
}

// rooflineDot is a kernel; number is its place among the bars.
type rooflineDot struct {
	number int
	x, y   float64 // decades of operations for a byte, and in a second
	f64    bool
}

type box struct{ x0, y0, x1, y1 float64 }

func (a box) meets(b box) bool { return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 }

// newRoofline is nil if there is nothing to compare.
func newRoofline(roof Roof, kernels []Kernel) *roofline {
	if !(roof.Bytes > 0 && roof.F32 > 0 && finite(roof.Bytes) && finite(roof.F32)) {
		return nil
	}
	if !(roof.F64 > 0 && finite(roof.F64)) {
		roof.F64 = 0
	}
	r := &roofline{roof: roof}
	ridge := math.Log10(roof.F32 / roof.Bytes)
	r.xlo, r.xhi = ridge-1, ridge+1
	r.yhi = math.Log10(roof.F32)
	r.ylo = r.yhi - 2
	for i, k := range kernels {
		if !(k.Ops > 0 && k.Bytes > 0 && k.Seconds > 0 && finite(k.Ops) && finite(k.Bytes)) {
			continue
		}
		d := rooflineDot{number: i + 1, x: math.Log10(k.Ops / k.Bytes), y: math.Log10(k.Ops / k.Seconds), f64: k.F64}
		r.dots = append(r.dots, d)
		r.xlo, r.xhi = math.Min(r.xlo, d.x-0.3), math.Max(r.xhi, d.x+0.3)
		r.ylo, r.yhi = math.Min(r.ylo, d.y-0.3), math.Max(r.yhi, d.y)
	}
	if len(r.dots) == 0 {
		return nil
	}
	r.xlo, r.xhi = math.Floor(r.xlo), math.Ceil(r.xhi)
	r.ylo, r.yhi = math.Floor(r.ylo), math.Ceil(r.yhi+0.1)
	return r
}

func (r *roofline) px(x float64) float64 {
	return r.left + (x-r.xlo)/(r.xhi-r.xlo)*(r.right-r.left)
}
func (r *roofline) py(y float64) float64 {
	return r.bottom + (y-r.ylo)/(r.yhi-r.ylo)*r.height
}

// paint draws it with its upper edge at y.
func (r *roofline) paint(s *sheet, y float64) {
	r.left, r.right = margin+46, chartWidth-margin-10
	r.height = rooflineHeight - 66
	r.bottom = y - 20 - r.height
	s.label(r.left, y-4, r.caption(), small, soft, left, top)
	r.axes(s)
	r.roofs(s)
	for _, d := range r.dots {
		x, y := r.px(d.x), r.py(d.y)
		r.taken = append(r.taken, box{x - 4, y - 4, x + 4, y + 4})
	}
	for _, d := range r.dots {
		colour := colourOf(2)
		if d.f64 {
			colour = colourOf(1)
		}
		s.dot(r.px(d.x), r.py(d.y), 3.4, colour)
	}
	for _, d := range r.dots {
		r.name(s, d)
	}
	r.legend(s)
}

func (r *roofline) caption() string {
	return fmt.Sprintf("roofline: the device copies %s GB/s and does %s", brief(r.roof.Bytes/1e9), r.arithmetic())
}

func (r *roofline) arithmetic() string {
	t := brief(r.roof.F32/1e9) + " Gop/s in f32"
	if r.roof.F64 > 0 {
		t += ", " + brief(r.roof.F64/1e9) + " in f64"
	}
	return t
}

func (r *roofline) axes(s *sheet) {
	for _, axisOf := range []struct {
		lo, hi, shift float64 // labels are 10 to the power of a place and shift
		draw          func(e float64, label string)
	}{
		{r.xlo, r.xhi, 0, func(e float64, label string) {
			s.line(r.px(e), r.bottom, r.px(e), r.bottom+r.height, 0.6, hair)
			s.label(r.px(e), r.bottom-4, label, small, soft, centre, top)
		}},
		{r.ylo, r.yhi, -9, func(e float64, label string) {
			s.line(r.left, r.py(e), r.right, r.py(e), 0.6, hair)
			s.label(r.left-5, r.py(e), label, small, soft, right, middle)
		}},
	} {
		step := math.Max(1, math.Ceil((axisOf.hi-axisOf.lo)/8))
		for e := axisOf.lo; e <= axisOf.hi; e += step {
			axisOf.draw(e, decade(e+axisOf.shift))
		}
	}
	s.line(r.left, r.bottom, r.right, r.bottom, 0.8, axis)
	s.line(r.left, r.bottom, r.left, r.bottom+r.height, 0.8, axis)
	s.label((r.left+r.right)/2, r.bottom-16, "operations for each byte moved", small, soft, centre, top)
	s.turned(margin+4, r.bottom+r.height/2, "Gop/s", small, soft, centre, middle, math.Pi/2)
}

// decade writes a power of ten.
func decade(e float64) string {
	if e >= -3 && e <= 4 {
		return brief(math.Pow(10, e))
	}
	return minus(fmt.Sprintf("1e%d", int(e)))
}

// roofs draws the slope of memory and the levels of arithmetic.
func (r *roofline) roofs(s *sheet) {
	slope := math.Log10(r.roof.Bytes)
	levels := []struct {
		name string
		ops  float64
	}{{"f32", r.roof.F32}, {"f64", r.roof.F64}}
	for i, l := range levels {
		if l.ops <= 0 {
			continue
		}
		y := math.Log10(l.ops)
		if i == 0 { // the slope begins where the frame does
			x := math.Max(r.xlo, r.ylo-slope)
			s.line(r.px(x), r.py(x+slope), r.px(y-slope), r.py(y), 1.2, axis)
			for ; x < y-slope; x += (r.xhi - r.xlo) / 200 {
				r.slope = append(r.slope, box{r.px(x) - 2, r.py(x+slope) - 1, r.px(x) + 2, r.py(x+slope) + 1})
			}
		}
		s.line(r.px(math.Max(y-slope, r.xlo)), r.py(y), r.right, r.py(y), 1.2, axis)
		at, where := r.py(y)+3, bottom
		if i == 1 && r.py(math.Log10(r.roof.F32))-r.py(y) < 14 {
			at, where = r.py(y)-3, top
		}
		s.label(r.right-2, at, l.name, small, soft, right, where)
		r.taken = append(r.taken, box{r.right - 20, r.py(y) - 13, r.right, r.py(y) + 13})
	}
}

// name writes the number of a dot where there is room; where there is none, the bar tells.
func (r *roofline) name(s *sheet, d rooflineDot) {
	t := fmt.Sprint(d.number)
	w, h := width(t, small), small
	x, y := r.px(d.x), r.py(d.y)
	for try := range 32 {
		far, angle := 6+5*float64(try/8), math.Pi/4*float64(try%8)
		mx, my := x+(far+w/2)*math.Cos(angle), y+(far+h/2)*math.Sin(angle)
		b := box{mx - w/2 - 1, my - h/2, mx + w/2 + 1, my + h/2}
		if b.x0 < r.left || b.x1 > r.right || b.y0 < r.bottom || b.y1 > r.bottom+r.height || r.isTaken(b) {
			continue
		}
		r.taken = append(r.taken, b)
		s.label(mx, my, t, small, ink, centre, middle)
		return
	}
}

func (r *roofline) isTaken(b box) bool {
	for _, o := range append(r.slope, r.taken...) {
		if o.meets(b) {
			return true
		}
	}
	return false
}

// legend says which colour is which arithmetic.
func (r *roofline) legend(s *sheet) {
	y, x := r.bottom-32, r.left
	for i, name := range []string{"mostly f64", "other"} {
		used := false
		for _, d := range r.dots {
			used = used || d.f64 == (i == 0)
		}
		if used {
			s.dot(x+4, y, 3.4, colourOf(i+1))
			s.label(x+12, y, name, small, ink, left, middle)
			x += width(name, small) + 34
		}
	}
}

// text tells where each kernel is.
func (r *roofline) text() string {
	parts := []string{r.caption()}
	for _, d := range r.dots {
		parts = append(parts, fmt.Sprintf("%d at %s operations a byte, %s Gop/s", d.number, brief(math.Pow(10, d.x)), brief(math.Pow(10, d.y-9))))
	}
	return strings.Join(parts, "; ")
}
