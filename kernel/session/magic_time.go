package session

import (
	"fmt"
	"sort"
	"time"

	"raido/backend"
	"raido/display"
	"raido/display/plot"
	"raido/lang/diag"
)

// A program is timed by the median of its runs after the first, at most timedRuns of them or timedFor long; if the first
// took longer than timedOnce it is the only one.
const (
	timedRuns = 25
	timedFor  = time.Second
	timedOnce = 10 * time.Second
)

func timeMagics() []*magicDef {
	return []*magicDef{
		{name: "time", args: "E  |  --grad F X", doc: "value of E and where the time went; with --grad, F X beside its derivatives", run: magicTime,
			help:    "A program is timed by the median of its runs after the first. With --grad, F must have one number as result: F X is timed beside\njvp of F at X in one direction and its gradient by vjp, with what they take of the time of F X.",
			options: []option{{"grad", "", "time a function at a point, one direction and its gradient there"}},
			example: "def f (xs: [1000]f64) = f64.sum (map f64.sin xs)\n%time --grad f (replicate 1000 1)"},
		timeitMagic(),
		{name: "profile", args: "E", doc: "what each kernel of E takes and moves, and how close that is to what the device can do", run: magicProfile,
			example: "%profile f64.sum (map f64.sin (replicate 1000000 1))"},
	}
}

// magicTime is %time.
func magicTime(c *cell, p part) (display.Bundle, error) {
	opts, at, err := p.around(p.args)
	if err != nil {
		return display.Bundle{}, err
	}
	if opts["grad"] != "" {
		return c.timeGradient(p, at)
	}
	src := only(p.src, at.Start, at.End)
	t, v, err := c.timed(src)
	if err != nil {
		return display.Bundle{}, err
	}
	if err := c.timings([]plot.Run{t.run("time")}, []*phases{t}, ""); err != nil {
		return display.Bundle{}, err
	}
	return display.Value(v.val, v.typ), nil
}

// timeGradient times F X beside its gradient.
func (c *cell) timeGradient(p part, at diag.Span) (display.Bundle, error) {
	a, err := parseApplication(p, at)
	if err != nil {
		return display.Bundle{}, err
	}
	var runs []plot.Run
	var all []*phases
	for _, way := range []struct{ name, text string }{
		{"primal", a.f + " " + a.x},
		{"jvp", "let raido_x = " + a.x + " in raido_jvp2 " + a.f + " raido_x raido_x"}, // any direction takes the same time
		{"vjp", "raido_vjp2 " + a.f + " " + a.x + " 1"},
	} {
		ph, _, err := c.timed(c.madeText(way.text))
		if err != nil {
			return display.Bundle{}, c.gradFault(p, a, a.moved(err))
		}
		runs, all = append(runs, ph.run(way.name)), append(all, ph)
	}
	over := func(i int) float64 { return float64(all[i].Run) / float64(max(all[0].Run, 1)) }
	note := fmt.Sprintf("one direction takes %.2f times a run of the primal, the gradient %.2f times", over(1), over(2))
	return display.Bundle{}, c.timings(runs, all, note)
}

// timed computes an expression several times; Run is the median.
func (c *cell) timed(src *diag.Source) (*phases, *evaluated, error) {
	plain := c.ctx
	c.ctx = backend.Steady(plain) // a program that changes engines meanwhile would have two medians
	defer func() { c.ctx = plain }()
	t := time.Now()
	def, err := c.checked(src)
	if err != nil {
		return nil, nil, err
	}
	check := lap(&t)
	p, err := c.prepare(def)
	if err != nil {
		return nil, nil, err
	}
	if _, err = c.runPrepared(p); err != nil {
		return nil, nil, err
	}
	first := p.ph.Run
	var runs []time.Duration
	// The first run may have waited for the driver's compiler: it alone says nothing.
	for start := time.Now(); first < timedOnce && len(runs) < timedRuns; {
		if n := len(runs); n > 0 && time.Since(start)+runs[n-1] > timedFor {
			break
		}
		if _, err = c.runPrepared(p); err != nil {
			return nil, nil, err
		}
		runs = append(runs, p.ph.Run)
	}
	p.ph.Check, p.ph.Run = check, first
	if len(runs) > 0 {
		sort.Slice(runs, func(i, j int) bool { return runs[i] < runs[j] })
		p.ph.Run = runs[len(runs)/2]
		p.ph.First = max(0, first-p.ph.Run)
	}
	run := p.ph.Run
	c.ctx = backend.WithProfile(plain) // one more run tells the kernels apart; measuring costs something, so it is not timed
	h, err := c.runPrepared(p)
	p.ph.Run = run
	if err != nil {
		return nil, nil, err
	}
	t = time.Now()
	v, err := c.host(h)
	if err != nil {
		return nil, nil, err
	}
	p.ph.Download = lap(&t)
	return &p.ph, &evaluated{v, h.typ, p.ph}, nil
}

// run is the phases by name, in order.
func (p *phases) run(name string) plot.Run {
	r := plot.Run{Name: name, Each: p.Run.Seconds()}
	for _, part := range []struct {
		name string
		time time.Duration
	}{{"check", p.Check}, {"lower", p.Lower}, {"passes and AD", p.Passes}, {"compile", p.Compile}, {"first launch", p.First}, {"run", p.Run}, {"download", p.Download}} {
		r.Phases = append(r.Phases, plot.Phase{Name: part.name, Seconds: part.time.Seconds()})
	}
	return r
}

// timings draws phases and prints them.
func (c *cell) timings(runs []plot.Run, all []*phases, note string) error {
	t := &display.Table{Head: []string{"phase"}}
	for _, r := range runs {
		t.Head = append(t.Head, r.Name)
	}
	for i, part := range runs[0].Phases {
		row := []string{part.Name}
		for _, r := range runs {
			row = append(row, milliseconds(r.Phases[i].Seconds))
		}
		t.Add(row...)
	}
	text := t.Text()
	if prof := all[0].Profile; prof != nil {
		text += fmt.Sprintf("\nengine: %s, %s", prof.Engine, prof.Device)
	}
	for i, p := range all {
		if p.Profile == nil {
			continue
		}
		for _, k := range p.Profile.Kernels {
			launches := "1 launch"
			if k.Launches != 1 {
				launches = fmt.Sprintf("%d launches", k.Launches)
			}
			of := ""
			if len(all) > 1 {
				of = runs[i].Name + ", "
			}
			text += fmt.Sprintf("\n%skernel %s: %s, %s", of, k.Name, launches, milliseconds(k.Time.Seconds()))
		}
	}
	if note != "" {
		text += "\n" + note
	}
	title := "where the time goes"
	if note != "" {
		title = note
	}
	pic, err := plot.Timing(title, runs...)
	if err != nil {
		return err
	}
	c.picture(pic, text)
	return nil
}

func milliseconds(seconds float64) string { return fmt.Sprintf("%.3f ms", 1000*seconds) }
