package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/engines"
	"raido/lang/spec"
	"raido/lang/value"
)

// testCmd is raido test.
type testCmd struct {
	Backend  []string      `sep:"," placeholder:"NAME" help:"Execution backends: interp, opencl, wasm, dual; the first two, as far as they can run here, if not given."`
	Entry    string        `placeholder:"NAME" help:"Run the cases of this entry point only."`
	Exclude  []string      `sep:"," placeholder:"TAG" help:"Leave out programs with this tag."`
	Strict   bool          `help:"Floats must be equal, not near."`
	Bits     bool          `help:"Say for each program and backend a digest of the bits of all results, by which machines can be compared."`
	AnyError bool          `help:"Where an error is expected, its text does not matter."`
	Jobs     int           `placeholder:"N" help:"How many programs are tested at a time."`
	Timeout  time.Duration `default:"60s" help:"For one call of an entry point (60s)."`
	Files    []string      `arg:"" help:"Programs, and directories of programs with test blocks."`
}

// Run implements kong's command.
func (c *testCmd) Run(e *env) error {
	files, err := c.programs()
	if err != nil {
		return err
	}
	engines, err := c.engines(e)
	if err != nil {
		return err
	}
	defer func() {
		for _, g := range engines {
			g.Close()
		}
	}()
	t := &tester{cmd: c, env: e, engines: engines}
	var total outcome
	failed := 0
	for i, res := range t.all(files) {
		o := <-res
		total.add(o)
		if len(o.failures) > 0 {
			failed++
		}
		fmt.Fprint(e.stdout, o.report(files[i]))
	}
	fmt.Fprintf(e.stdout, "%d programs, %d failed; %s\n", len(files), failed, total.counts())
	if failed > 0 {
		return failure{fmt.Errorf("raido test: %d of %d programs failed", failed, len(files))}
	}
	return nil
}

// tolerance is that of comparisons of floats.
func (c *testCmd) tolerance() float64 {
	if c.Strict {
		return 0
	}
	return value.Tolerance
}

// engines starts the backends that were asked for, or all that can run here.
func (c *testCmd) engines(e *env) ([]backend.Engine, error) {
	names := c.Backend
	if len(names) == 0 {
		names = []string{backend.Interp, backend.OpenCL}
		if err := cl.Available(); err != nil {
			names = []string{backend.Interp}
			fmt.Fprintf(e.stderr, "raido test: without opencl: %v\n", err)
		}
	}
	var out []backend.Engine
	for _, n := range names {
		g, err := engines.Open(n)
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// programs lists the files; of a directory those with test blocks.
func (c *testCmd) programs() ([]string, error) {
	var out []string
	for _, name := range c.Files {
		info, err := os.Stat(name)
		if err != nil {
			return nil, usage("cannot read %s: %v", name, err)
		}
		if !info.IsDir() {
			out = append(out, name)
			continue
		}
		err = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".fut" {
				return err
			}
			text, err := os.ReadFile(path)
			if s, bad := spec.Parse(string(text)); bad != nil || s.Blocks > 0 {
				out = append(out, path)
			}
			return err
		})
		if err != nil {
			return nil, usage("cannot read %s: %v", name, err)
		}
	}
	return out, nil
}

// all tests the programs, some at a time; the results come in order.
func (t *tester) all(files []string) []chan outcome {
	out := make([]chan outcome, len(files))
	jobs := t.cmd.Jobs
	if jobs < 1 {
		jobs = runtime.NumCPU()
	}
	next := make(chan int, len(files))
	for i := range files {
		out[i] = make(chan outcome, 1)
		next <- i
	}
	close(next)
	for range jobs {
		go func() {
			for i := range next {
				out[i] <- t.program(files[i])
			}
		}()
	}
	return out
}

// outcome is what the tests of a program gave.
type outcome struct {
	passed   int // calls, or compile-time errors, as expected
	failures []string
	skipped  []string // and why
	fallback []string // entry points that an engine left to the interpreter, and why
	digests  []string // by engine, of the bits of all results; under --bits
}

func (o *outcome) fail(format string, args ...any) {
	o.failures = append(o.failures, fmt.Sprintf(format, args...))
}

func (o *outcome) add(p outcome) {
	o.passed += p.passed
	o.failures = append(o.failures, p.failures...)
	o.skipped = append(o.skipped, p.skipped...)
	o.fallback = append(o.fallback, p.fallback...)
}

func (o *outcome) counts() string {
	s := fmt.Sprintf("%d passed, %d failed", o.passed, len(o.failures))
	if n := len(o.skipped); n > 0 {
		s += fmt.Sprintf(", %d skipped", n)
	}
	if n := len(o.fallback); n > 0 {
		s += fmt.Sprintf(", %d entry points left to the interpreter", n)
	}
	return s
}

// report is a line for the program, and lines below it for what went wrong.
func (o *outcome) report(file string) string {
	var b strings.Builder
	word := "ok  "
	if len(o.failures) > 0 {
		word = "FAIL"
	}
	fmt.Fprintf(&b, "%s %s: %s\n", word, file, strings.Join(append([]string{o.counts()}, o.digests...), ", "))
	for _, list := range [][]string{o.failures, o.skipped, o.fallback} {
		for _, f := range slices.Compact(list) {
			fmt.Fprintf(&b, "    %s\n", strings.ReplaceAll(strings.TrimSpace(f), "\n", "\n    "))
		}
	}
	return b.String()
}
