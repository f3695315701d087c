package lower_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"raido/lang/check"
	"raido/lang/core"
	"raido/lang/core/verify"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/lower"
	"raido/lang/lower/iface"
	"raido/lang/prim"
	"raido/lang/syntax/parser"
	"raido/lang/value"
)

// compile checks and lowers main of a program, and verifies the result.
func compile(src string) (*core.Prog, *iface.Iface, error) {
	file, ds := parser.File(&diag.Source{Name: "test.fut", Text: src})
	if es := ds.Errors(); len(es) > 0 {
		return nil, nil, es
	}
	p, ds := check.File(check.Prelude(), file, nil)
	if es := ds.Errors(); len(es) > 0 {
		return nil, nil, es
	}
	for _, d := range p.Entries {
		if d.Sym.Name == "main" {
			prog, iface, err := lower.Program(d)
			if err != nil {
				return nil, nil, err
			}
			if err := verify.Prog(prog); err != nil {
				return nil, nil, fmt.Errorf("%w\n%s", err, core.Print(prog))
			}
			return prog, iface, nil
		}
	}
	return nil, nil, errors.New("no main")
}

// run gives the result of a program as lines of text.
func run(p program) (string, error) {
	prog, iface, err := compile(p.src)
	if err != nil {
		return "", fmt.Errorf("compile: %w", err)
	}
	in, err := value.ReadAll([]byte(p.in))
	if err != nil {
		return "", err
	}
	var args []value.Value
	for _, prm := range iface.Params {
		args = append(args, take(prm.Rep, &in))
	}
	flat, err := iface.Args(args)
	if err != nil {
		return "", err
	}
	out, err := eval.Run(context.Background(), prog, flat)
	if err != nil {
		return "", err
	}
	return strings.Join(value.Lines(iface.Result(out)), "\n"), nil
}

// take builds a value of r from the values at the front of in.
func take(r *iface.Rep, in *[]value.Value) value.Value {
	if r.Kind == iface.Record {
		rec := &value.Record{Names: r.Names}
		for _, a := range r.Args {
			rec.Fields = append(rec.Fields, take(a[0], in))
		}
		return rec
	}
	if len(*in) == 0 {
		return value.Scalar{Scalar: prim.Zero(prim.Bool)}
	}
	v := (*in)[0]
	*in = (*in)[1:]
	return v
}

func TestPrograms(t *testing.T) {
	for _, table := range [][]program{controlPrograms, arrayPrograms, soacPrograms} {
		for _, p := range table {
			got, err := run(p)
			if err != nil {
				t.Errorf("%s\non %s: %v", p.src, p.in, err)
			} else if got != p.want {
				t.Errorf("%s\non %s gives\n%s\nwant\n%s", p.src, p.in, got, p.want)
			}
		}
	}
}

// Differentiated programs need ad to run; here their core must be well-formed and hold a Diff.
func TestDiffPrograms(t *testing.T) {
	for _, p := range diffPrograms {
		prog, _, err := compile(p.src)
		if err != nil {
			t.Errorf("%s: %v", p.src, err)
			continue
		}
		found := false
		for _, f := range prog.Funs {
			core.Walk(f.Body, func(s core.Stm) {
				_, ok := s.Exp.(*core.Diff)
				found = found || ok
			})
		}
		if !found {
			t.Errorf("%s: no derivative in\n%s", p.src, core.Print(prog))
		}
	}
}

// A program that fails must say where, and what went wrong.
func TestFaults(t *testing.T) {
	for _, p := range faults {
		_, err := run(p)
		var d *diag.Diag
		if !errors.As(err, &d) || d.Class != diag.Runtime {
			t.Errorf("%s on %s: %v, want a run-time error", p.src, p.in, err)
			continue
		}
		if !strings.Contains(d.Msg, p.want) {
			t.Errorf("%s on %s: %q lacks %q", p.src, p.in, d.Msg, p.want)
		}
		if d.Code != "E0805" && (d.Span.Source == nil || d.Span.Source.Name != "test.fut") { // E0805 is about arguments
			t.Errorf("%s: the place of %q is %s", p.src, d.Msg, d.Span)
		}
	}
}
