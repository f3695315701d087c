package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Kernel is one bar of Kernels.
type Kernel struct {
	Name    string
	Place   string // in the source
	Seconds float64
	Needed  float64 // seconds that memory or arithmetic needs for it at least; 0 if unknown
	Note    string  // beside the time
	Ops     float64 // operations, and
	Bytes   float64 // what it moves; 0 if unknown
	F64     bool    // most of the operations are in f64
}

// maxKernels is how many bars are drawn; the rest, which takes least, becomes one.
const maxKernels = 14

// Kernels draws the times of kernels, the longest first. The dark part of a bar is the time that memory or
// arithmetic needs at full speed: a bar that is all dark can only be made shorter by doing less. Below is the roofline of
// the device, if it is known.
func Kernels(title string, roof Roof, kernels ...Kernel) (Picture, error) {
	t := newKernels(title, roof, kernels)
	return render(chartWidth, t.height, t.text(), t.paint)
}

type kernelChart struct {
	title  string
	bars   []Kernel
	total  float64
	unit   unit
	roof   *roofline // nil if it is not known
	height float64
}

const kernelRow = 21.0

func newKernels(title string, roof Roof, kernels []Kernel) *kernelChart {
	t := &kernelChart{title: title}
	for _, k := range kernels {
		if !finite(k.Seconds) || k.Seconds < 0 {
			k.Seconds = 0
		}
		if !finite(k.Needed) || k.Needed < 0 {
			k.Needed = 0
		}
		t.bars = append(t.bars, k)
		t.total += k.Seconds
	}
	slices.SortStableFunc(t.bars, func(a, b Kernel) int {
		switch {
		case a.Seconds > b.Seconds:
			return -1
		case a.Seconds < b.Seconds:
			return 1
		}
		return 0
	})
	if n := len(t.bars); n > maxKernels {
		rest := Kernel{Name: fmt.Sprintf("%d others", n-maxKernels+1)}
		for _, k := range t.bars[maxKernels-1:] {
			rest.Seconds += k.Seconds
			rest.Needed += math.Min(k.Needed, k.Seconds)
		}
		t.bars = append(t.bars[:maxKernels-1:maxKernels-1], rest)
	}
	t.unit = unitFor(t.longest())
	t.height = 2*margin + float64(len(t.bars))*kernelRow + 52
	if t.roof = newRoofline(roof, t.bars); t.roof != nil {
		t.height += rooflineHeight
	}
	if title != "" {
		t.height += 22
	}
	return t
}

func (t *kernelChart) longest() float64 {
	longest := 0.0
	for _, k := range t.bars {
		longest = math.Max(longest, k.Seconds)
	}
	return longest
}

// after stands behind a bar: time, share, and what the caller says.
func (t *kernelChart) after(k Kernel) string {
	text := duration(k.Seconds)
	if t.total > 0 {
		text += fmt.Sprintf(", %.0f %%", 100*k.Seconds/t.total)
	}
	if k.Note != "" {
		text += ", " + k.Note
	}
	return text
}

// labelOf stands before a bar: with its number if the roofline has that.
func (t *kernelChart) labelOf(i int) string {
	if t.roof == nil {
		return t.bars[i].label()
	}
	return fmt.Sprintf("%d  %s", i+1, t.bars[i].label())
}

// label is name and place; of a long name the place remains.
func (k Kernel) label() string {
	const room = 170.0
	place := shorten(k.Place, normal, room/2)
	return strings.TrimSpace(shorten(k.Name, normal, room-width(" "+place, normal)) + " " + place)
}

func (t *kernelChart) text() string {
	parts := []string{}
	for _, k := range t.bars {
		parts = append(parts, strings.TrimSpace(k.Name+" "+k.Place)+" "+t.after(k))
	}
	head := "kernels"
	if t.title != "" {
		head = t.title
	}
	if len(parts) == 0 {
		return head + ": none"
	}
	text := head + ": " + strings.Join(parts, "; ")
	if t.roof != nil {
		text += "; " + t.roof.text()
	}
	return text
}

func (t *kernelChart) paint(s *sheet) {
	s.rect(0, 0, chartWidth, t.height, paper)
	s.label(chartWidth/2, t.height-margin, shorten(t.title, large, chartWidth-2*margin), large, ink, centre, top)
	side, after := 0.0, 0.0
	for i, k := range t.bars {
		side = math.Max(side, width(t.labelOf(i), normal))
		after = math.Max(after, width(t.after(k), small))
	}
	x0, x1 := margin+side+8, chartWidth-margin-math.Min(after, 170)-10
	axisOf := fitScale(0, math.Max(t.longest()/t.unit.seconds, 1e-9), 0, x1-x0, false)
	px := func(seconds float64) float64 { return x0 + axisOf.to(seconds/t.unit.seconds)*(x1-x0) }
	high := t.height - margin - 2
	if t.title != "" {
		high -= 22
	}
	low := high - float64(len(t.bars))*kernelRow
	for i, tick := range axisOf.ticks {
		x := px(tick * t.unit.seconds)
		s.line(x, low, x, high, 0.6, hair)
		s.label(x, low-4, axisOf.labels[i], small, soft, centre, top)
	}
	for i, k := range t.bars {
		y := high - (float64(i)+0.5)*kernelRow
		s.label(x0-8, y, t.labelOf(i), normal, ink, right, middle)
		end := px(k.Seconds)
		s.rect(x0, y-6.5, end-x0, 13, colourOf(5))
		if k.Needed > 0 {
			s.rect(x0, y-6.5, px(math.Min(k.Needed, k.Seconds))-x0, 13, colourOf(0))
		}
		s.label(end+5, y, shorten(t.after(k), small, chartWidth-margin-end-5), small, ink, left, middle)
	}
	s.line(x0, low, x1, low, 0.8, axis)
	s.line(x0, low, x0, high, 0.8, axis)
	s.label((x0+x1)/2, low-16, strings.TrimSpace(t.unit.name+" "+axisOf.factor), small, soft, centre, top)
	t.legend(s, low-36)
	if t.roof != nil {
		t.roof.paint(s, low-46)
	}
}

// legend says what the parts of the bars are.
func (t *kernelChart) legend(s *sheet, y float64) {
	const memory, rest = "what memory or arithmetic needs at full speed", "the rest of the kernel's time"
	x := (chartWidth - (width(memory, small) + width(rest, small) + 56)) / 2
	s.rect(x, y-4, 8, 8, colourOf(0))
	s.label(x+13, y, memory, small, ink, left, middle)
	x += width(memory, small) + 35
	s.rect(x, y-4, 8, 8, colourOf(5))
	s.label(x+13, y, rest, small, ink, left, middle)
}
