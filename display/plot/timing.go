package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Phase is a part of a run.
type Phase struct {
	Name    string
	Seconds float64
}

// Run is a timed run, as of a function or of its gradient.
type Run struct {
	Name   string
	Phases []Phase
}

func (r Run) total() float64 {
	t := 0.0
	for _, p := range r.Phases {
		t += p.Seconds
	}
	return t
}

// Timing draws runs as stacked bars over one time axis, with a table of the phases below. Where there are
// two runs or more, the last column compares each with the first: for a primal and its gradient
// that is the overhead.
func Timing(title string, runs ...Run) (Picture, error) {
	t := newTiming(title, runs)
	return render(chartWidth, t.height, t.text(), t.paint)
}

type timing struct {
	title  string
	runs   []Run
	phases []string // names in order of first occurrence
	unit   unit
	height float64
}

const (
	barRow   = 30.0
	tableRow = 14.0
)

func newTiming(title string, runs []Run) *timing {
	t := &timing{title: title}
	longest := 0.0
	for _, r := range runs {
		clean := Run{Name: r.Name}
		for _, p := range r.Phases {
			if !finite(p.Seconds) || p.Seconds < 0 {
				p.Seconds = 0
			}
			clean.Phases = append(clean.Phases, p)
		}
		t.runs = append(t.runs, clean)
		longest = math.Max(longest, clean.total())
	}
	t.phases = phaseNames(t.runs)
	t.unit = unitFor(longest)
	t.height = 2*margin + float64(len(runs))*barRow + 34 + float64(len(t.phases)+2)*tableRow
	if title != "" {
		t.height += 22
	}
	return t
}

// phaseNames lists the phases of all runs: those of the run with the most in its order, then the others.
func phaseNames(runs []Run) []string {
	order := slices.Clone(runs)
	slices.SortStableFunc(order, func(a, b Run) int { return len(b.Phases) - len(a.Phases) })
	var names []string
	for _, r := range order {
		for _, p := range r.Phases {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// unit is a unit of time.
type unit struct {
	name    string
	seconds float64
}

func unitFor(seconds float64) unit {
	for _, u := range []unit{{"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}} {
		if seconds >= u.seconds {
			return u
		}
	}
	return unit{"ns", 1e-9}
}

// duration prints seconds with three digits in a unit of their own.
func duration(seconds float64) string {
	if seconds == 0 {
		return "0"
	}
	u := unitFor(seconds)
	return brief(seconds/u.seconds) + " " + u.name
}

// in is the time that a run spent in phases of that name.
func (r Run) in(phase string) float64 {
	t := 0.0
	for _, p := range r.Phases {
		if p.Name == phase {
			t += p.Seconds
		}
	}
	return t
}

// ratio compares a run with the first one.
func (t *timing) ratio(i int) string {
	if base := t.runs[0].total(); i > 0 && base > 0 {
		return fmt.Sprintf("%s × %s", brief(t.runs[i].total()/base), t.runs[0].Name)
	}
	return ""
}

func (t *timing) text() string {
	var parts []string
	for i, r := range t.runs {
		p := r.Name + ": " + duration(r.total())
		if ratio := t.ratio(i); ratio != "" {
			p += " (" + ratio + ")"
		}
		for _, ph := range r.Phases {
			p += fmt.Sprintf(", %s %s", ph.Name, duration(ph.Seconds))
		}
		parts = append(parts, p)
	}
	head := "timing"
	if t.title != "" {
		head = t.title
	}
	return head + ": " + strings.Join(parts, "; ")
}

func (t *timing) paint(s *sheet) {
	s.rect(0, 0, chartWidth, t.height, paper)
	s.label(chartWidth/2, t.height-margin, shorten(t.title, large, chartWidth-2*margin), large, ink, centre, top)
	side, longest, after := 0.0, 0.0, 0.0
	for i, r := range t.runs {
		side = math.Max(side, width(shorten(r.Name, normal, 110), normal))
		longest = math.Max(longest, r.total())
		after = math.Max(after, width(t.after(i), small))
	}
	x0, x1 := margin+side+8, chartWidth-margin-after-10
	axisOf := fitScale(0, math.Max(longest/t.unit.seconds, 1e-9), 0, x1-x0, false)
	px := func(seconds float64) float64 { return x0 + axisOf.to(seconds/t.unit.seconds)*(x1-x0) }
	top0 := t.height - margin - 2
	if t.title != "" {
		top0 -= 22
	}
	low := top0 - float64(len(t.runs))*barRow
	for i, tick := range axisOf.ticks {
		x := px(tick * t.unit.seconds)
		s.line(x, low, x, top0, 0.6, hair)
		s.label(x, low-4, axisOf.labels[i], small, soft, centre, top)
	}
	for i, r := range t.runs {
		y := top0 - (float64(i)+0.5)*barRow
		s.label(x0-8, y, shorten(r.Name, normal, 110), normal, ink, right, middle)
		t.stack(s, r, y, px)
		s.label(px(r.total())+5, y, t.after(i), small, ink, left, middle)
	}
	s.line(x0, low, x1, low, 0.8, axis)
	s.line(x0, low, x0, top0, 0.8, axis)
	s.label((x0+x1)/2, low-16, strings.TrimSpace(t.unit.name+" "+axisOf.factor), small, soft, centre, top)
	t.table(s, low-36)
}

// after stands behind a bar: total and ratio.
func (t *timing) after(i int) string {
	text := duration(t.runs[i].total())
	if r := t.ratio(i); r != "" {
		text += "  =  " + r
	}
	return text
}

func (t *timing) stack(s *sheet, r Run, y float64, px func(float64) float64) {
	at := 0.0
	for i, name := range t.phases {
		d := r.in(name)
		if d <= 0 {
			continue
		}
		x, w := px(at), px(at+d)-px(at)
		s.rect(x, y-9, w, 18, colourOf(i))
		if label := duration(d); width(label, small) < w-6 {
			s.label(x+w/2, y, label, small, inkOn(colourOf(i)), centre, middle)
		}
		at += d
	}
}

// table writes the time of each phase in each run.
func (t *timing) table(s *sheet, y float64) {
	name, col := 0.0, 56.0
	for _, p := range t.phases {
		name = math.Max(name, width(shorten(p, small, 150), small))
	}
	for _, r := range t.runs {
		col = math.Max(col, width(shorten(r.Name, small, 90), small)+16)
	}
	x := (chartWidth - (14 + name + col*float64(len(t.runs)))) / 2
	row := func(y float64, head string, cellOf func(Run) string) {
		s.label(x+14, y, head, small, ink, left, middle)
		for i, r := range t.runs {
			s.label(x+14+name+col*float64(i+1), y, cellOf(r), small, ink, right, middle)
		}
	}
	row(y, "", func(r Run) string { return shorten(r.Name, small, 90) })
	s.line(x, y-tableRow/2, x+14+name+col*float64(len(t.runs)), y-tableRow/2, 0.6, hair)
	for i, p := range t.phases {
		y -= tableRow
		s.rect(x, y-4, 8, 8, colourOf(i))
		row(y, shorten(p, small, 150), func(r Run) string { return duration(r.in(p)) })
	}
	y -= tableRow
	s.line(x, y+tableRow/2, x+14+name+col*float64(len(t.runs)), y+tableRow/2, 0.6, hair)
	row(y, "total", func(r Run) string { return duration(r.total()) })
}
