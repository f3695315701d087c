package host

import (
	"context"
	"errors"
	"testing"

	"raido/backend"
	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
	"raido/lang/diag"
)

// TestInterruptsOfCompiling: wherever a pass over kernels is when the interrupt comes, the error says so, and what is compiled afterwards
// is right.
func TestInterruptsOfCompiling(t *testing.T) {
	e := device(t)
	for seed := range uint64(4) {
		p, args := coregen.Gen(seed, coregen.Options{Smooth: true})
		q, err := backend.Passes(coretest.Derivative(p, core.VJP))
		if err != nil {
			t.Fatal(err)
		}
		cut := 0
		for at := 1; ; at += at/8 + 1 {
			err := compiledUntil(e, q, at)
			if err == nil {
				break
			}
			if d := new(diag.Diag); !errors.As(err, &d) || d.Class != diag.Interrupt {
				t.Fatalf("at poll %d: %v", at, err)
			}
			cut++
		}
		if cut < 20 {
			t.Errorf("seed %d: interrupted only %d times", seed, cut)
		}
		if d := disagreement(e, q, coregen.Values(args)); d != "" {
			t.Errorf("seed %d: %s", seed, d)
		}
	}
}

// compiledUntil compiles a program for the device, with an interrupt at the poll of that number.
func compiledUntil(e *Engine, p *core.Prog, at int) (err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	polls := 0
	defer diag.WatchPolls(func() {
		if polls++; polls == at {
			panic(diag.Interrupted())
		}
	})()
	return diag.Interruptible(ctx, func() error {
		_, err := e.compile(p)
		return err
	})
}
