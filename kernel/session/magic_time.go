package session

import (
	"fmt"
	"sort"
	"strings"
	"time"

	"raido/backend"
	"raido/display"
	"raido/display/plot"
	"raido/lang/diag"
	"raido/lang/types"
	"raido/lang/value"
)

// A program is timed by the median of its runs after the first, at most timedRuns of them or timedFor long; if the first
// took longer than timedOnce it is the only one.
const (
	timedRuns = 25
	timedFor  = time.Second
	timedOnce = 10 * time.Second
)

// Derivatives that nobody asked for are timed beside what takes at most freeBelow, for freeFor each.
const (
	freeBelow = 500 * time.Millisecond
	freeFor   = 300 * time.Millisecond
)

func timeMagics() []*magicDef {
	return []*magicDef{
		{name: "time", args: "E  |  --grad F X  |  --alone E", doc: "value of E and where the time went; of a differentiable F X also that of its derivatives", run: magicTime,
			help: "A program is timed by the median of its runs after the first. Where E is F X, with a function of the notebook that gives one float and an\n" +
				"X that has floats, it is timed beside jvp of F at X in one direction and its gradient by vjp, with what they take of the time of\n" +
				"F X; unless F X takes longer than half a second. --grad times the derivatives however long it takes, and of any F; --alone leaves them out.\n" +
				"Of F with several arguments, F X Y, the derivatives are in all that have floats.",
			options: []option{{"grad", "", "time a function at a point, one direction and its gradient there"}, {"alone", "", "time E and no derivatives"}},
			example: "def f (xs: [1000]f64) = f64.sum (map f64.sin xs)\n%time f (replicate 1000 1)"},
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
	t, v, err := c.timed(src, timedFor)
	if err != nil {
		return display.Bundle{}, err
	}
	runs, all, note, title := []plot.Run{t.run("time")}, []*phases{t}, "", "where the time goes"
	a := c.derivable(p, at, v)
	switch {
	case a == nil || opts["alone"] != "":
	case t.total() > freeBelow:
		title += " (its derivatives: %time --grad)"
	default:
		more, err := c.timeDerivatives(a, freeFor)
		switch {
		case err == nil:
			all = append(all, more...)
			runs, title = beside(all)
			note = title
		case c.ctx.Err() != nil:
			return display.Bundle{}, err
		}
	}
	if err := c.timings(title, runs, all, note); err != nil {
		return display.Bundle{}, err
	}
	return display.Value(v.val, v.typ), nil
}

// derivable is the application of a function of the notebook that E is, if it gives a float and an argument has floats; else nil.
func (c *cell) derivable(p part, at diag.Span, v *evaluated) *application {
	s, ok := v.val.(value.Scalar)
	if !ok || !s.Type.IsFloat() {
		return nil
	}
	a, err := c.parseApplication(p, at)
	if err != nil {
		return nil
	}
	fn := strings.TrimLeft(a.fn, "( ")
	name := strings.TrimRight(strings.Fields(fn + " ")[0], ")")
	if !strings.HasPrefix(fn, `\`) && len(c.st.named([]string{name})) == 0 {
		return nil // of the library: its derivative is no news
	}
	x, err := c.checked(c.madeText("(\\raido_x -> let _ = " + a.f + " raido_x in raido_x) " + a.x)) // F may tell what numbers X has
	if err != nil || !hasFloats(x.Ret) {
		return nil
	}
	return a
}

// hasFloats tells whether there is a float in the values of a type.
func hasFloats(t types.Type) bool {
	found := false
	types.MapType(t, func(t types.Type) types.Type {
		if p, ok := t.(types.Prim); ok && p.Prim.IsFloat() {
			found = true
		}
		return nil
	}, func(s types.Size) types.Size { return s })
	return found
}

// timeGradient is %time --grad F X.
func (c *cell) timeGradient(p part, at diag.Span) (display.Bundle, error) {
	a, err := c.parseApplication(p, at)
	if err != nil {
		return display.Bundle{}, err
	}
	primal, _, err := c.timed(c.madeText(a.f+" "+a.x), timedFor)
	if err != nil {
		return display.Bundle{}, c.gradFault(p, a, a.moved(err))
	}
	more, err := c.timeDerivatives(a, timedFor)
	if err != nil {
		return display.Bundle{}, c.gradFault(p, a, a.moved(err))
	}
	all := append([]*phases{primal}, more...)
	runs, note := beside(all)
	return display.Bundle{}, c.timings(note, runs, all, note)
}

// timeDerivatives times one direction of F at X and its gradient there.
func (c *cell) timeDerivatives(a *application, limit time.Duration) ([]*phases, error) {
	var all []*phases
	for _, text := range []string{
		"let raido_x = " + a.x + " in raido_jvp2 " + a.f + " raido_x raido_x", // any direction takes the same time
		"raido_vjp2 " + a.f + " " + a.x + " 1",
	} {
		ph, _, err := c.timed(c.madeText(text), limit)
		if err != nil {
			return nil, err
		}
		all = append(all, ph)
	}
	return all, nil
}

// beside are the runs of a primal and its derivatives, and what they say.
func beside(all []*phases) ([]plot.Run, string) {
	var runs []plot.Run
	for i, name := range []string{"primal", "jvp", "vjp"} {
		runs = append(runs, all[i].run(name))
	}
	over := func(i int) float64 { return float64(all[i].Run) / float64(max(all[0].Run, 1)) }
	return runs, fmt.Sprintf("one direction takes %.2f times a run of the primal, the gradient %.2f times", over(1), over(2))
}

// total is the time until the first result.
func (p *phases) total() time.Duration {
	return p.Check + p.Lower + p.Passes + p.Compile + p.First + p.Run + p.Download
}

// timed computes an expression several times, for about limit; Run is the median.
func (c *cell) timed(src *diag.Source, limit time.Duration) (*phases, *evaluated, error) {
	plain := c.ctx
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
		if n := len(runs); n > 0 && time.Since(start)+runs[n-1] > limit {
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
func (c *cell) timings(title string, runs []plot.Run, all []*phases, note string) error {
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
	pic, err := plot.Timing(title, runs...)
	if err != nil {
		return err
	}
	c.picture(pic, text)
	return nil
}

func milliseconds(seconds float64) string { return fmt.Sprintf("%.3f ms", 1000*seconds) }
