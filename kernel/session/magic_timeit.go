package session

import (
	"fmt"
	"math"
	"slices"
	"time"

	"raido/backend"
	"raido/display"
	"raido/lang/eval"
)

// %timeit runs a program so often that a run of it, of some loops, takes at least loopFor, and timeitRuns times that, or as often
// as timeitFor allows.
const (
	timeitRuns = 7
	maxLoops   = 100_000
	loopFor    = 100 * time.Millisecond
	timeitFor  = 3 * time.Second
)

func timeitMagic() *magicDef {
	return &magicDef{name: "timeit", args: "E", doc: "how long a run of E takes: mean and deviation of many runs", run: magicTimeit,
		help: "Only running counts: E is checked and compiled before, and its result stays on the device. A run of several loops is repeated, " +
			"7 times for short ones, and the mean, the standard deviation and the best are those of a loop.",
		example: "%timeit f64.sum (map f64.sin (replicate 10000 1))"}
}

// magicTimeit is %timeit E.
func magicTimeit(c *cell, p part) (display.Bundle, error) {
	c.ctx = eval.WithTrace(c.ctx, func(string) {})
	def, err := c.checked(only(p.src, p.args.Start, p.args.End))
	if err != nil {
		return display.Bundle{}, err
	}
	prep, err := c.prepare(def)
	if err != nil {
		return display.Bundle{}, err
	}
	once, prof, err := c.loops(prep, 1) // the driver finishes compiling in it
	if err == nil && once < timeitFor {
		once, prof, err = c.loops(prep, 1)
	}
	n := min(max(1, int(loopFor/max(once, 1))), maxLoops)
	var runs []time.Duration
	for start := time.Now(); err == nil && len(runs) < timeitRuns && (len(runs) == 0 || time.Since(start)+once < timeitFor); {
		var d time.Duration
		d, prof, err = c.loops(prep, n)
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
func (c *cell) loops(p *prepared, n int) (took time.Duration, prof *backend.Profile, err error) {
	start := time.Now()
	for range n {
		var results []backend.Value
		err := c.with(p, func() (err error) {
			results, prof, err = p.program.Run(c.ctx, p.args)
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
