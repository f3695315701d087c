// Package segpass runs golden cases of passes over kernel programs (golden.Passes): what the pass makes is run by segeval on random
// arguments (coregen.Inputs), and gives the results or the failure of what it was made of.
//
// Only tests import it.
package segpass

import (
	"errors"
	"fmt"

	"raido/backend/seg"
	"raido/backend/seg/segeval"
	"raido/backend/seg/segtest"
	"raido/backend/seg/verify"
	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/diag"
	"raido/lang/value"
	"raido/tests/golden"
)

// runs is the number of runs on random arguments.
const runs = 4

// Language is seg with its meaning. Floats may differ by the tolerance, relative to their size.
func Language(tolerance float64) golden.Language[*seg.Prog] {
	same := func(_ *golden.Case, before, after *seg.Prog) error {
		for seed := range uint64(runs) {
			args := coregen.Values(coregen.Inputs(seed, params(before)))
			for _, how := range []segeval.Launch{{}, {Backward: true, Threads: 3}} {
				if err := compare(before, after, args, how, tolerance); err != nil {
					return fmt.Errorf("seed %d: %w", seed, err)
				}
			}
		}
		return nil
	}
	return golden.Language[*seg.Prog]{Parse: seg.Parse, Print: seg.Print, Verify: verify.Prog, Same: same}
}

// params are the parameters as variables, arrays with their dimensions.
func params(p *seg.Prog) []*core.Var {
	var out []*core.Var
	for _, a := range p.Params {
		if a.Mem == nil {
			out = append(out, a.Var)
			continue
		}
		out = append(out, core.NewVar(a.Mem.Name, core.Prim(a.Mem.Elem).Of(a.Dims...)))
	}
	return out
}

func compare(before, after *seg.Prog, args []value.Value, how segeval.Launch, tolerance float64) error {
	want, failure := segeval.Run(before, args, how)
	var d, e *diag.Diag
	if failure != nil && !errors.As(failure, &d) {
		return fmt.Errorf("before the pass: %w", failure)
	}
	got, err := segeval.Run(after, args, how)
	switch {
	case err == nil && d == nil:
	case errors.As(err, &e) && d != nil && e.Msg == d.Msg:
		return nil
	default:
		return fmt.Errorf("the run ends with %v, wanted %v", err, failure)
	}
	for i := range want {
		if !segtest.Same(want[i], got[i], tolerance) {
			return fmt.Errorf("result %d: %s, wanted %s", i, value.Print(got[i]), value.Print(want[i]))
		}
	}
	return nil
}
