// Package corepass runs golden cases of passes over core (golden.Passes): the program before the pass and the one after it are run on
// the arguments that stand in the section "args" of the case, a line for each run, or else on random ones (coregen.Inputs). What has
// derivatives is run by ad/dual, everything else by lang/eval.
//
// Only tests import it.
package corepass

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/ad/dual"
	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/verify"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/value"
	"raido/tests/golden"
)

// runs is the number of runs on random arguments.
const runs = 4

// Language is core with its meaning. Differs says how a result differs from the wanted one.
func Language(differs func(want, got value.Value) error) golden.Language[*core.Prog] {
	same := func(c *golden.Case, before, after *core.Prog) error {
		sets, given, err := arguments(c, before)
		if err != nil {
			return err
		}
		for _, args := range sets {
			want, failure := run(before, args)
			if failure != nil && !given {
				return fmt.Errorf("the program fails on random arguments (give some in a section args): %w", failure)
			}
			got, err := run(after, args)
			if err := differ(want, failure, got, err, differs); err != nil {
				return fmt.Errorf("of %s: %w", show(args), err)
			}
		}
		return nil
	}
	return golden.Language[*core.Prog]{Parse: core.Parse, Print: core.Canon, Verify: verify.Prog, Same: same}
}

// Exactly compares results bit for bit, but that NaNs are equal.
func Exactly(want, got value.Value) error {
	if w, g := value.Print(want), value.Print(got); w != g {
		return fmt.Errorf("%s, want %s", g, w)
	}
	return nil
}

// Differs tells what is wrong with what a pass makes of a program, or how its results or failures on some arguments differ from those of
// the program; "" if nothing does.
func Differs(p *core.Prog, pass func(*core.Prog) *core.Prog, args []value.Value, differs func(want, got value.Value) error) string {
	q := pass(p)
	if err := verify.Prog(q); err != nil {
		return err.Error()
	}
	want, failure := run(p, args)
	got, err := run(q, args)
	if err := differ(want, failure, got, err, differs); err != nil {
		return err.Error()
	}
	return ""
}

// Keeps fails where a pass does not keep what a program computes on some arguments, as Differs tells, and reports whether it changes the program.
func Keeps(t *testing.T, p *core.Prog, pass func(*core.Prog) *core.Prog, args []value.Value, differs func(want, got value.Value) error) (changed bool) {
	t.Helper()
	if err := verify.Prog(p); err != nil {
		t.Fatalf("%v\n%s", err, core.Print(p))
	}
	if d := Differs(p, pass, args, differs); d != "" {
		t.Fatalf("%s\nbefore\n%s\nafter\n%s", d, core.Print(p), core.Print(pass(p)))
	}
	return core.Canon(p) != core.Canon(pass(p))
}

// Random puts so many texts, of programs whose arguments follow in one draw, through a pass, three times each, and tells how many of them it changes;
// it fails as Keeps does.
func Random(t *testing.T, programs int, seed uint64, text func(*rand.Rand) string, args func(*rand.Rand) []value.Value, pass func(*core.Prog) *core.Prog,
	differs func(want, got value.Value) error) (changed int) {
	t.Helper()
	values := 0 // programs that end with values, not with a failure
	for k := range uint64(programs) {
		rng := rand.New(rand.NewPCG(k, seed))
		text := text(rng)
		p, err := core.Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		any := false
		for again := range 3 {
			with := args(rng)
			if again == 0 {
				if _, err := run(p, with); err == nil {
					values++
				}
			}
			any = Keeps(t, p, pass, with, differs) || any
		}
		if any {
			changed++
		}
	}
	if values < programs/3 {
		t.Errorf("only %d of %d programs give values", values, programs)
	}
	return changed
}

func run(p *core.Prog, args []value.Value) ([]value.Value, error) {
	derivatives := false
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			_, ok := s.Exp.(*core.Diff)
			derivatives = derivatives || ok
		})
	}
	if derivatives {
		return dual.Run(context.Background(), p, args)
	}
	return eval.Run(context.Background(), p, args)
}

// In is the program of the section "in", verified.
func In(t testing.TB, c *golden.Case) *core.Prog {
	t.Helper()
	text, _ := c.Section("in")
	p, err := core.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := verify.Prog(p); err != nil {
		t.Fatal(err)
	}
	return p
}

// arguments are those of the runs; given reports whether the case has them.
func arguments(c *golden.Case, p *core.Prog) (sets [][]value.Value, given bool, err error) {
	text, given := c.Section("args")
	if !given {
		for seed := range uint64(runs) {
			sets = append(sets, coregen.Values(coregen.Inputs(seed, p.Entry().Params)))
		}
		return sets, false, nil
	}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		args, err := value.ReadAll([]byte(line))
		if err != nil {
			return nil, true, err
		}
		sets = append(sets, args)
	}
	return sets, true, nil
}

// differ compares what two runs have computed: results, or failures of the same message.
func differ(want []value.Value, failure error, got []value.Value, err error, differs func(want, got value.Value) error) error {
	if failure != nil || err != nil {
		if message(failure) != message(err) {
			return fmt.Errorf("the run ends with %q, wanted %q", message(err), message(failure))
		}
		return nil
	}
	if len(want) != len(got) {
		return fmt.Errorf("%d results, wanted %d", len(got), len(want))
	}
	for i := range want {
		if err := differs(want[i], got[i]); err != nil {
			return fmt.Errorf("result %d: %w", i, err)
		}
	}
	return nil
}

func message(err error) string {
	var d *diag.Diag
	switch {
	case err == nil:
		return "no failure"
	case errors.As(err, &d):
		return d.Msg
	}
	return err.Error()
}

func show(args []value.Value) string {
	var out []string
	for _, a := range args {
		out = append(out, value.Print(a))
	}
	return strings.Join(out, " ")
}
