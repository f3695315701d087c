package magic

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"raido/backend"
	"raido/display"
	"raido/display/plot"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/syntax"
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

func timeMagics() []*Def {
	return []*Def{
		{Name: "time", Args: "E  |  --grad F X  |  --alone E", Doc: "value of E and where the time went; of a differentiable F X also that of its derivatives", Looks: true, Run: magicTime,
			Help: "A program is timed by the median of its runs after the first. Where E is F X, with a function of the notebook that gives one float and an\n" +
				"X that has floats, it is timed beside jvp of F at X in one direction and its gradient by vjp, with what they take of the time of\n" +
				"F X; unless F X takes longer than half a second. --grad times the derivatives however long it takes, and of any F; --alone leaves them out.\n" +
				"Of F with several arguments, F X Y, the derivatives are in all that have floats.",
			Options: []Option{{"grad", "", "time a function at a point, one direction and its gradient there"}, {"alone", "", "time E and no derivatives"}},
			Example: "def f (xs: [1000]f64) = f64.sum (map f64.sin xs)\n%time f (replicate 1000 1)"},
		timeitMagic(),
		{Name: "profile", Args: "E", Doc: "what each kernel of E takes and moves, and how close that is to what the device can do", Looks: true, Run: magicProfile,
			Help:    "Of a derivative in reverse mode it tells, too, what loops and branches keep for the return sweep, in how many bytes, and why.",
			Example: "%profile f64.sum (map f64.sin (replicate 1000000 1))"},
	}
}

// magicTime is %time.
func magicTime(c *Call) (display.Bundle, error) {
	opts, at, err := c.around(c.Args)
	if err != nil {
		return display.Bundle{}, err
	}
	if opts.has("grad") {
		return c.timeGradient(at)
	}
	e, err := c.Parse(at)
	if err != nil {
		return display.Bundle{}, err
	}
	t, v, err := c.timed(e, timedFor)
	if err != nil {
		return display.Bundle{}, err
	}
	runs, all, note, title := []plot.Run{t.run("time")}, []*Phases{t}, "", "where the time goes"
	a := c.derivable(at, v)
	switch {
	case a == nil || opts.has("alone"):
	case t.total() > freeBelow:
		title += " (its derivatives: %time --grad)"
	default:
		more, err := c.timeDerivatives(a, freeFor)
		switch {
		case err == nil:
			all = append(all, more...)
			runs, title = beside(all)
			note = title
		case c.Context().Err() != nil:
			return display.Bundle{}, err
		}
	}
	if err := c.timings(title, runs, all, note); err != nil {
		return display.Bundle{}, err
	}
	return display.Value(v.Val, v.Type), nil
}

// derivable is the application of a function of the notebook that E is, if it gives a float and an argument has floats; else nil.
func (c *Call) derivable(at diag.Span, v *Value) *application {
	s, ok := v.Val.(value.Scalar)
	if !ok || !s.Type.IsFloat() {
		return nil
	}
	a, err := c.parseApplication(at)
	if err != nil {
		return nil
	}
	if !c.isOfNotebook(a.fn) {
		return nil // of the library: its derivative is no news
	}
	x, err := c.Check(c.build(a, "point", func(b *syntax.Builder, f, x syntax.Exp) syntax.Exp { // F may tell what numbers X has
		v := b.Fresh("x")
		return b.Apply(b.Lambda(v, b.Let(&syntax.PatWild{At: syntax.At{Span: b.At}}, b.Apply(f, b.Use(v)), b.Use(v))), x)
	}))
	if err != nil || !hasFloats(x.Ret) {
		return nil
	}
	return a
}

// isOfNotebook reports whether a function is a lambda, or begins with a name that a cell has defined.
func (c *Call) isOfNotebook(f syntax.Exp) bool {
	switch f := f.(type) {
	case *syntax.LambdaExp:
		return true
	case *syntax.ParenExp:
		return c.isOfNotebook(f.Exp)
	case *syntax.ApplyExp:
		return c.isOfNotebook(f.Fn)
	case *syntax.BinExp:
		return c.isOfNotebook(f.L)
	case *syntax.VarExp:
		return len(f.Name.Quals) == 0 && c.Notebook().Has(f.Name.Base)
	default: // no name at the beginning
	}
	return false
}

// hasFloats reports whether there is a float in the values of a type.
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
func (c *Call) timeGradient(at diag.Span) (display.Bundle, error) {
	a, err := c.parseApplication(at)
	if err != nil {
		return display.Bundle{}, err
	}
	primal, _, err := c.timed(a.whole, timedFor)
	if err != nil {
		return display.Bundle{}, c.gradFault(a, err)
	}
	more, err := c.timeDerivatives(a, timedFor)
	if err != nil {
		return display.Bundle{}, c.gradFault(a, err)
	}
	all := append([]*Phases{primal}, more...)
	runs, note := beside(all)
	return display.Bundle{}, c.timings(note, runs, all, note)
}

// timeDerivatives times one direction of F at X and its gradient there.
func (c *Call) timeDerivatives(a *application, limit time.Duration) ([]*Phases, error) {
	var all []*Phases
	for _, e := range []Exp{
		c.build(a, "direction", func(b *syntax.Builder, f, x syntax.Exp) syntax.Exp { // any direction takes the same time
			v := b.Fresh("x")
			return b.Let(v, x, b.Apply(b.Library("jvp2"), f, b.Use(v), b.Use(v)))
		}),
		c.build(a, "timed gradient", func(b *syntax.Builder, f, x syntax.Exp) syntax.Exp {
			return b.Apply(b.Library("vjp2"), f, x, b.Number(1, ""))
		}),
	} {
		ph, _, err := c.timed(e, limit)
		if err != nil {
			return nil, err
		}
		all = append(all, ph)
	}
	return all, nil
}

// beside are the runs of a primal and its derivatives, and what they say.
func beside(all []*Phases) ([]plot.Run, string) {
	var runs []plot.Run
	for i, name := range []string{"primal", "jvp", "vjp"} {
		runs = append(runs, all[i].run(name))
	}
	over := func(i int) float64 { return float64(all[i].Run) / float64(max(all[0].Run, 1)) }
	return runs, fmt.Sprintf("one direction takes %.2f times a run of the primal, the gradient %.2f times", over(1), over(2))
}

// total is the time until the first result.
func (p *Phases) total() time.Duration {
	return p.Check + p.Lower + p.Passes + p.Compile + p.First + p.Run + p.Download
}

// timed computes an expression several times, for about limit; Run is the median.
func (c *Call) timed(e Exp, limit time.Duration) (*Phases, *Value, error) {
	t := time.Now()
	def, err := c.Check(e)
	if err != nil {
		return nil, nil, err
	}
	check := lap(&t)
	p, err := c.Compile(def)
	if err != nil {
		return nil, nil, err
	}
	if _, err = p.Run(c.Context()); err != nil {
		return nil, nil, err
	}
	ph := *p.Times()
	first := ph.Run
	var runs []time.Duration
	// The first run may have waited for the driver's compiler: it alone says nothing.
	for start := time.Now(); first < timedOnce && len(runs) < timedRuns; {
		if n := len(runs); n > 0 && time.Since(start)+runs[n-1] > limit {
			break
		}
		if _, err = p.Run(c.Context()); err != nil {
			return nil, nil, err
		}
		runs = append(runs, p.Times().Run)
	}
	ph.Check = check
	if len(runs) > 0 {
		slices.Sort(runs)
		ph.Run = runs[len(runs)/2]
		ph.First = max(0, first-ph.Run)
	}
	h, err := p.Run(backend.WithProfile(c.Context())) // one more run tells the kernels apart; measuring costs something, so it is not timed
	if err != nil {
		return nil, nil, err
	}
	ph.Profile = p.Times().Profile
	t = time.Now()
	v, err := h.Host()
	if err != nil {
		return nil, nil, err
	}
	ph.Download = lap(&t)
	return &ph, v, nil
}

// lap is the time since *t, and sets *t to now.
func lap(t *time.Time) time.Duration {
	now := time.Now()
	d := now.Sub(*t)
	*t = now
	return d
}

// run is the phases by name, in order.
func (p *Phases) run(name string) plot.Run {
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
func (c *Call) timings(title string, runs []plot.Run, all []*Phases, note string) error {
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

// %timeit runs a program so often that a run of it, of some loops, takes at least loopFor, and timeitRuns times that, or as often
// as timeitFor allows.
const (
	timeitRuns = 7
	maxLoops   = 100_000
	loopFor    = 100 * time.Millisecond
	timeitFor  = 3 * time.Second
)

func timeitMagic() *Def {
	return &Def{Name: "timeit", Args: "E", Doc: "how long a run of E takes: mean and deviation of many runs", Looks: true, Run: magicTimeit,
		Help: "Only running counts: E is checked and compiled before, and its result stays on the device. A run of several loops is repeated, " +
			"7 times for short ones, and the mean, the standard deviation and the best are those of a loop.",
		Example: "%timeit f64.sum (map f64.sin (replicate 10000 1))"}
}

// magicTimeit is %timeit E.
func magicTimeit(c *Call) (display.Bundle, error) {
	ctx := eval.WithTrace(c.Context(), func(string) {})
	def, err := c.check(c.Args)
	if err != nil {
		return display.Bundle{}, err
	}
	prog, err := c.Compile(def)
	if err != nil {
		return display.Bundle{}, err
	}
	once, prof, err := loops(ctx, prog, 1) // the driver finishes compiling in it
	if err == nil && once < timeitFor {
		once, prof, err = loops(ctx, prog, 1)
	}
	n := min(max(1, int(loopFor/max(once, 1))), maxLoops)
	var runs []time.Duration
	for start := time.Now(); err == nil && len(runs) < timeitRuns && (len(runs) == 0 || time.Since(start)+once < timeitFor); {
		var d time.Duration
		d, prof, err = loops(ctx, prog, n)
		runs = append(runs, d/time.Duration(n))
	}
	if err != nil {
		return display.Bundle{}, err
	}
	mean, std := spread(runs)
	return display.Text(fmt.Sprintf("%s ± %s per loop, best %s\nmean ± standard deviation of %d run%s of %d loop%s\n%s: %s",
		backend.Duration(mean), backend.Duration(std), backend.Duration(slices.Min(runs)), len(runs), plural(len(runs)), n, plural(n), prof.Engine, prof.Device)), nil
}

// loops runs a program n times and lets go of its results.
func loops(ctx context.Context, p Program, n int) (took time.Duration, prof *backend.Profile, err error) {
	start := time.Now()
	for range n {
		var results []backend.Value
		err := p.With(func(args []backend.Value) (err error) {
			results, prof, err = p.Compiled().Run(ctx, args)
			return err
		})
		if err != nil {
			return 0, nil, err
		}
		for _, v := range results {
			v.Release()
		}
	}
	return time.Since(start), prof, nil
}

// spread is the mean of times and their standard deviation.
func spread(runs []time.Duration) (mean, std time.Duration) {
	sum := 0.0
	for _, r := range runs {
		sum += float64(r)
	}
	m := sum / float64(len(runs))
	if len(runs) < 2 {
		return time.Duration(m), 0
	}
	squares := 0.0
	for _, r := range runs {
		squares += (float64(r) - m) * (float64(r) - m)
	}
	return time.Duration(m), time.Duration(math.Sqrt(squares / float64(len(runs)-1)))
}
