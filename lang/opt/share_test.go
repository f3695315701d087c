package opt_test

import (
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/opt"
)

// TestShared: maps after sums read what both compute, often, and the programs mean the same.
func TestShared(t *testing.T) {
	const seeds = 400
	checkPass(t, seeds, coregen.Shared, opt.Share)
	shared := 0
	for seed := range uint64(seeds) {
		if p, _ := coregen.Shared(seed); core.Print(opt.Share(p)) != core.Print(p) {
			shared++
		}
	}
	if shared < seeds/4 {
		t.Errorf("%d of %d programs share functions", shared, seeds)
	}
}
