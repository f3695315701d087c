package main

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"time"

	"raido/backend"
	"raido/lang/lower/iface"
	"raido/lang/value"
)

// runCmd is raido run.
type runCmd struct {
	Backend string `placeholder:"NAME" help:"Execution backend: interp, opencl, wasm, or dual; the best that is there if not given."`
	Entry   string `default:"main" placeholder:"NAME" help:"The entry point."`
	Profile bool   `help:"Tell on stderr where the time goes; the program runs several times."`
	tuningArgs
	File string `arg:"" help:"The program."`
}

// Run implements kong's command.
func (c *runCmd) Run(e *env) error {
	engine, err := e.openBackend(c.Backend)
	if err != nil {
		return err
	}
	defer engine.Close()
	start := time.Now()
	p, err := e.compile(c.File, c.Entry, &c.tuningArgs)
	if err != nil {
		return err
	}
	front := time.Since(start)
	data, err := io.ReadAll(e.stdin)
	if err != nil {
		return usage("cannot read the input: %v", err)
	}
	args, err := arguments(p.iface, data)
	if err != nil {
		return err
	}
	var results []value.Value
	if c.Profile {
		results, err = e.profile(engine, c.File, p.prog, args, backend.Phase{Name: "check and lower", Time: front})
	} else {
		ctx, unwatched := e.watched()
		results, err = e.runOn(ctx, engine, p.prog, args)
		unwatched()
	}
	if err != nil {
		return err
	}
	out := bufio.NewWriter(e.stdout)
	for _, line := range value.Lines(p.iface.Result(results)) {
		fmt.Fprintln(out, line)
	}
	return out.Flush()
}

// arguments makes the arguments of the entry function from the input text.
func arguments(f *iface.Iface, data []byte) ([]value.Value, error) {
	if err := callable(f); err != nil {
		return nil, err
	}
	in, err := value.ReadAll(data)
	if err != nil {
		return nil, err
	}
	return gatherAll(f, in)
}

// callable gives an error unless the entry point can be called with values from outside.
func callable(f *iface.Iface) error {
	for _, p := range f.Params {
		if !readable(p.Rep) {
			return usage("parameter %s of %s has the type %s, which has no text form", p.Name, f.Name, p.Rep.Text)
		}
	}
	return nil
}

// gatherAll makes the arguments of the entry function from values.
func gatherAll(f *iface.Iface, in []value.Value) ([]value.Value, error) {
	if err := callable(f); err != nil {
		return nil, err
	}
	want := 0
	for _, p := range f.Params {
		want += components(p.Rep)
	}
	if len(in) != want {
		return nil, usage("%s takes %s, but the input has %d", f.Name, counted(want), len(in))
	}
	var vals []value.Value
	for _, p := range f.Params {
		var v value.Value
		v, in = gather(p.Rep, in)
		vals = append(vals, v)
	}
	return f.Args(vals)
}

// readable reports whether values of a type can be given on the command line: scalars, arrays of them, and
// tuples of these.
func readable(r *iface.Rep) bool {
	if r.Kind == iface.Prim {
		return true
	}
	if r.Kind != iface.Record || r.Rank > 0 {
		return false
	}
	for i, as := range r.Args {
		if r.Names[i] != strconv.Itoa(i) || !readable(as[0]) {
			return false
		}
	}
	return true
}

// components is the number of values that make up a parameter.
func components(r *iface.Rep) int {
	if r.Kind == iface.Prim {
		return 1
	}
	n := 0
	for _, as := range r.Args {
		n += components(as[0])
	}
	return n
}

// gather makes one parameter of the values at the front.
func gather(r *iface.Rep, in []value.Value) (value.Value, []value.Value) {
	if r.Kind == iface.Prim {
		return in[0], in[1:]
	}
	rec := &value.Record{Names: r.Names}
	for _, as := range r.Args {
		var v value.Value
		v, in = gather(as[0], in)
		rec.Fields = append(rec.Fields, v)
	}
	return rec, in
}

// counted is a number of values in words.
func counted(n int) string {
	if n == 1 {
		return "1 value"
	}
	return fmt.Sprintf("%d values", n)
}
