package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"raido/backend"
	"raido/backend/engines"
	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/lower/iface"
	"raido/lang/spec"
	"raido/lang/value"
)

// tester runs the test blocks of programs.
type tester struct {
	cmd     *testCmd
	env     *env
	engines []backend.Engine
}

// programTest is the test of one program.
type programTest struct {
	*tester
	outcome
	spec    *spec.Spec
	dir     string
	checked *check.Program
	tuning  lower.Tuning // of the file beside the program
	entries map[string]*testEntry
	results []hash.Hash   // by engine, of the bits of all results; nil but under --bits
	leaves  []value.Value // of the results of the last call
}

// testEntry is an entry point, compiled once for each engine.
type testEntry struct {
	compiled
	err   error // why it cannot be lowered
	progs map[string]backend.Program
}

// program tests one file.
func (t *tester) program(path string) outcome {
	p := &programTest{tester: t, dir: filepath.Dir(path), entries: map[string]*testEntry{}}
	if t.cmd.Bits {
		for range t.engines {
			p.results = append(p.results, sha256.New())
		}
	}
	if err := guard(func() error { return p.run(path) }); err != nil {
		p.fail("%s", text(err))
	}
	for i, h := range p.results {
		p.digests = append(p.digests, fmt.Sprintf("%s %.16x", t.engines[i].Name(), h.Sum(nil)))
	}
	return p.outcome
}

func (p *programTest) run(path string) error {
	source, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if p.spec, err = spec.Parse(string(source)); err != nil {
		return err
	}
	for _, tag := range p.spec.Tags {
		if tag == "disable" || tag == "notest" || slices.Contains(p.cmd.Exclude, tag) {
			p.skipped = append(p.skipped, "tag "+tag)
			return nil
		}
	}
	var warnings strings.Builder
	p.checked, err = (&env{ctx: p.env.ctx, stderr: &warnings}).load(path)
	if p.spec.Error != nil {
		return p.wantError("compile-time error", p.spec.Error, err, exitCompile)
	}
	if err != nil {
		return err
	}
	for _, w := range p.spec.Warnings {
		if !w.MatchString(warnings.String()) {
			p.fail("expected a warning that matches %q", strings.TrimPrefix(w.String(), spec.Flags))
		}
	}
	if p.tuning, err = tuningBeside(path); err != nil {
		return err
	}
	if len(p.spec.Cases)+len(p.spec.Properties) == 0 {
		p.passed++ // it has the right types
	}
	for _, name := range p.spec.Properties {
		if p.cmd.Entry == "" || p.cmd.Entry == name {
			p.property(name)
		}
	}
	for i := range p.spec.Cases {
		c := &p.spec.Cases[i]
		if p.cmd.Entry == "" || c.Entry == p.cmd.Entry {
			p.testCase(c)
		}
	}
	return nil
}

// wantError counts an error of that status whose text matches; anything else is an error.
func (p *programTest) wantError(kind string, want *regexp.Regexp, err error, status int) error {
	list := diagsOf(err)
	shown := strings.TrimPrefix(want.String(), spec.Flags)
	switch {
	case err == nil:
		return fmt.Errorf("expected a %s that matches %q, but there is none", kind, shown)
	case len(list) == 0 || statusOf(list) != status:
		return fmt.Errorf("expected a %s, got: %s", kind, text(err))
	case !p.cmd.AnyError && !want.MatchString(text(err)):
		return fmt.Errorf("the %s does not match %q:\n%s", kind, shown, text(err))
	}
	p.passed++
	return nil
}

// testCase calls an entry point on each engine.
func (p *programTest) testCase(c *spec.Case) {
	where := fmt.Sprintf("line %d, %s", c.Line, c.Entry)
	if c.Name != "" {
		where += " " + strconv.Quote(c.Name)
	}
	entry, in, err := p.input(c)
	if entry.err != nil {
		p.fail("%s: %s", where, text(entry.err))
		return
	}
	var want []value.Value
	if err == nil && c.Output != nil {
		want, err = c.Output.Values(p.dir)
	}
	if err == nil && c.Auto {
		want, err = p.call(entry, c, backend.Interp, in)
	}
	if err != nil {
		p.fail("%s: %s", where, text(err))
		return
	}
	for i, g := range p.engines {
		if g.Name() == backend.Interp && c.Has("compiled") || c.Has("no_"+g.Name()) || slices.Contains(p.spec.Tags, "no_"+g.Name()) {
			p.skipped = append(p.skipped, where+": not for "+g.Name())
			continue
		}
		got, err := p.call(entry, c, g.Name(), in)
		p.digest(i)
		if err = p.judge(c, want, got, err); err != nil {
			p.fail("%s on %s: %s", where, g.Name(), text(err))
		}
	}
}

// digest takes the bits of the results of the last call into the digest of an engine.
func (p *programTest) digest(engine int) {
	if p.results == nil {
		return
	}
	for _, v := range p.leaves { // as text: the sign of a nan that is computed is the machine's
		fmt.Fprintln(p.results[engine], value.Print(v))
	}
}

// input is the entry point of a case, compiled, and its arguments.
func (p *programTest) input(c *spec.Case) (*testEntry, []value.Value, error) {
	if c.Input.IsScript {
		e, in := p.script(c)
		return e, in, nil
	}
	in, err := c.Input.Values(p.dir)
	return p.entry(c.Entry), in, err
}

// judge compares what a call gave with what the case expects.
func (p *programTest) judge(c *spec.Case, want, got []value.Value, err error) error {
	if c.Error != nil {
		return p.wantError("run-time error", c.Error, err, exitRuntime)
	}
	if err != nil {
		return err
	}
	if c.Output != nil || c.Auto {
		if len(want) != len(got) {
			return fmt.Errorf("expected %d values, got %d", len(want), len(got))
		}
		for i := range want {
			if err := value.Compare(want[i], got[i], p.cmd.tolerance()); err != nil {
				return fmt.Errorf("result %d: %w\n%s", i, err, clip(strings.Join(value.Lines(got[i]), "\n")))
			}
		}
	}
	p.passed++
	return nil
}

// entry lowers an entry point.
func (p *programTest) entry(name string) *testEntry {
	if e := p.entries[name]; e != nil {
		return e
	}
	e := &testEntry{progs: map[string]backend.Program{}}
	p.entries[name] = e
	e.err = guard(func() error {
		d := p.find(name)
		if d == nil {
			return usage("there is no entry point %s", name)
		}
		var err error
		e.prog, e.iface, err = lower.Tuned(d, p.tuning)
		return err
	})
	return e
}

// call runs an entry point on an engine; a tuple as result is its components.
func (p *programTest) call(e *testEntry, c *spec.Case, engine string, in []value.Value) (out []value.Value, err error) {
	p.leaves = nil
	args, err := gatherAll(e.iface, in)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(p.env.ctx, p.cmd.Timeout)
	defer cancel()
	err = guard(func() error {
		g, prog, err := p.compile(ctx, e, c.Entry, engine)
		if err != nil {
			return err
		}
		res, err := p.runCase(ctx, e.iface, prog, g, args)
		p.leaves = res
		if err == nil {
			out = flat(e.iface.Result(res))
		}
		return err
	})
	if ctx.Err() != nil && p.env.ctx.Err() == nil {
		return nil, fmt.Errorf("no result after %v", p.cmd.Timeout)
	}
	return out, err
}

// compile gives the program of an entry point on an engine, which is started if it is not there.
func (p *programTest) compile(ctx context.Context, e *testEntry, name, engine string) (backend.Engine, backend.Program, error) {
	i := slices.IndexFunc(p.engines, func(g backend.Engine) bool { return g.Name() == engine })
	var g backend.Engine
	var err error
	if i >= 0 {
		g = p.engines[i]
	} else if g, err = engines.Open(engine); err != nil {
		return nil, nil, err
	}
	if e.progs[engine] == nil {
		if e.progs[engine], err = backend.Build(ctx, g, e.prog); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return g, e.progs[engine], nil
}

func (p *programTest) runCase(ctx context.Context, f *iface.Iface, prog backend.Program, g backend.Engine, args []value.Value) ([]value.Value, error) {
	var in []backend.Value
	defer func() { releaseAll(in) }()
	for _, a := range args {
		v, err := g.Upload(ctx, a)
		if err != nil {
			return nil, err
		}
		in = append(in, v)
	}
	results, prof, err := prog.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	defer releaseAll(results)
	if prof != nil && prof.Fallback != "" {
		if line := fmt.Sprintf("%s on %s left to the interpreter: %s", f.Name, g.Name(), prof.Fallback); !slices.Contains(p.fallback, line) {
			p.fallback = append(p.fallback, line)
		}
	}
	out := make([]value.Value, len(results))
	for i, r := range results {
		if out[i], err = r.Host(ctx); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// flat is the components of a tuple, recursively.
func flat(v value.Value) []value.Value {
	r, ok := v.(*value.Record)
	if !ok || len(r.Shape) > 0 {
		return []value.Value{v}
	}
	var out []value.Value
	for i, f := range r.Fields {
		if r.Names[i] != strconv.Itoa(i) {
			return []value.Value{v}
		}
		out = append(out, flat(f)...)
	}
	return out
}

// clip shortens the text of a large value.
func clip(s string) string {
	const most = 300
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// guard turns a panic, which is a bug of ours, into an error.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = diag.Caught(r, "", nil)
		}
	}()
	return f()
}

// text is an error as a user reads it.
func text(err error) string {
	if list := diagsOf(err); len(list) > 0 {
		return diag.RenderList(list, false)
	}
	return err.Error()
}
