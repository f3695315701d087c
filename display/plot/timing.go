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
	Phases []Phase // until the first result
	Each   float64 // seconds of a run after that; 0 if unknown
}

func (r Run) total() float64 {
	t := 0.0
	for _, p := range r.Phases {
		t += p.Seconds
	}
	return t
}

// Timing draws the phases of runs as stacked bars over one time axis, below it what each run takes after the first, and a
// table of the phases. Where there are two runs or more, each is compared with the first: for a primal and its
// derivatives that is the overhead.
func Timing(title string, runs ...Run) (Picture, error) {
	t := newTiming(title, runs)
	return render(chartWidth, t.height, t.text(), t.paint)
}

type timing struct {
	title  string
	runs   []Run
	phases []string // names in order of first occurrence
	panels []panel
	height float64
}

// panel is bars over a time axis of their own.
type panel struct {
	head   string
	runs   []Run
	unit   unit
	ratios bool // each beside the first
}

const (
	barRow   = 30.0
	tableRow = 14.0
	headRow  = 16.0
	axisRows = 34.0
)

func newTiming(title string, runs []Run) *timing {
	t := &timing{title: title}
	each := false
	for _, r := range runs {
		clean := Run{Name: r.Name, Each: r.Each}
		for _, p := range r.Phases {
			if !finite(p.Seconds) || p.Seconds < 0 {
				p.Seconds = 0
			}
			clean.Phases = append(clean.Phases, p)
		}
		t.runs = append(t.runs, clean)
		each = each || r.Each > 0
	}
	t.phases = phaseNames(t.runs)
	if each && len(t.runs) > 1 {
		var again []Run
		for _, r := range t.runs {
			again = append(again, Run{Name: r.Name, Phases: []Phase{{"run", r.Each}}})
		}
		t.panels = []panel{newPanel("until the first result", t.runs), newPanel("a run after that", again)}
	} else {
		t.panels = []panel{newPanel("", t.runs)}
	}
	t.panels[len(t.panels)-1].ratios = true
	t.height = 2*margin + float64(len(t.phases)+2)*tableRow
	for _, p := range t.panels {
		t.height += p.height()
	}
	if title != "" {
		t.height += 22
	}
	return t
}

func newPanel(head string, runs []Run) panel {
	longest := 0.0
	for _, r := range runs {
		longest = math.Max(longest, r.total())
	}
	return panel{head: head, runs: runs, unit: unitFor(longest)}
}

func (p *panel) height() float64 {
	h := float64(len(p.runs))*barRow + axisRows
	if p.head != "" {
		h += headRow
	}
	return h
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
func (p *panel) ratio(i int) string {
	if base := p.runs[0].total(); p.ratios && i > 0 && base > 0 {
		return fmt.Sprintf("%s × %s", brief(p.runs[i].total()/base), p.runs[0].Name)
	}
	return ""
}

func (t *timing) text() string {
	var parts []string
	for i, r := range t.runs {
		last := &t.panels[len(t.panels)-1]
		p := r.Name + ": " + duration(last.runs[i].total())
		if ratio := last.ratio(i); ratio != "" {
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
	side, after := 0.0, 0.0
	for _, p := range t.panels {
		for i, r := range p.runs {
			side = math.Max(side, width(shorten(r.Name, normal, 110), normal))
			after = math.Max(after, width(p.after(i), small))
		}
	}
	at := t.height - margin - 2
	if t.title != "" {
		at -= 22
	}
	for i := range t.panels {
		t.panel(s, &t.panels[i], at, margin+side+8, chartWidth-margin-after-10)
		at -= t.panels[i].height()
	}
	t.table(s, at-2)
}

// panel draws bars from y down.
func (t *timing) panel(s *sheet, p *panel, y, x0, x1 float64) {
	if p.head != "" {
		s.label(x0, y-2, p.head, small, soft, left, top)
		y -= headRow
	}
	longest := 0.0
	for _, r := range p.runs {
		longest = math.Max(longest, r.total())
	}
	axisOf := fitScale(0, math.Max(longest/p.unit.seconds, 1e-9), 0, x1-x0, false)
	px := func(seconds float64) float64 { return x0 + axisOf.to(seconds/p.unit.seconds)*(x1-x0) }
	low := y - float64(len(p.runs))*barRow
	for i, tick := range axisOf.ticks {
		x := px(tick * p.unit.seconds)
		s.line(x, low, x, y, 0.6, hair)
		s.label(x, low-4, axisOf.labels[i], small, soft, centre, top)
	}
	for i, r := range p.runs {
		at := y - (float64(i)+0.5)*barRow
		s.label(x0-8, at, shorten(r.Name, normal, 110), normal, ink, right, middle)
		t.stack(s, r, at, px)
		s.label(px(r.total())+5, at, p.after(i), small, ink, left, middle)
	}
	s.line(x0, low, x1, low, 0.8, axis)
	s.line(x0, low, x0, y, 0.8, axis)
	s.label((x0+x1)/2, low-16, strings.TrimSpace(p.unit.name+" "+axisOf.factor), small, soft, centre, top)
}

// after stands behind a bar: total and ratio.
func (p *panel) after(i int) string {
	text := duration(p.runs[i].total())
	if r := p.ratio(i); r != "" {
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
		if label := duration(d); d < r.total() && width(label, small) < w-6 {
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
	col = math.Min(col, (chartWidth-2*margin-14-name)/math.Max(1, float64(len(t.runs))))
	x := (chartWidth - (14 + name + col*float64(len(t.runs)))) / 2
	row := func(y float64, head string, cellOf func(Run) string) {
		s.label(x+14, y, head, small, ink, left, middle)
		for i, r := range t.runs {
			s.label(x+14+name+col*float64(i+1), y, cellOf(r), small, ink, right, middle)
		}
	}
	row(y, "", func(r Run) string { return shorten(r.Name, small, math.Min(90, col-6)) })
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
