package coregen_test

import (
	"fmt"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
	"raido/lang/core/verify"
)

func TestGen(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(400) {
		o := coregen.Options{Smooth: seed%2 == 0, Accs: seed%3 > 0, Calls: seed%5 == 0, InPlace: seed%7 < 3, Masks: seed%11 < 4}
		p, args := coregen.Gen(seed, o)
		if err := verify.Prog(p); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, core.Print(p))
		}
		if len(args) != len(p.Entry().Params) {
			t.Fatalf("seed %d: %d arguments", seed, len(args))
		}
		text := core.Canon(p)
		q, err := core.Parse(core.Print(p))
		if err != nil || core.Canon(q) != text {
			t.Fatalf("seed %d: no round trip: %v\n%s", seed, err, text)
		}
		again, _ := coregen.Gen(seed, o)
		if core.Canon(again) != text {
			t.Fatalf("seed %d: two runs differ", seed)
		}
		for _, f := range p.Funs {
			core.Walk(f.Body, func(s core.Stm) { seen[strings.TrimPrefix(fmt.Sprintf("%T", s.Exp), "*core.")] = true })
		}
	}
	for _, node := range strings.Fields(`Use Copy PrimApp Index Slice Update UpdateSlice Replicate ArrayLit Concat
		Rearrange Reshape Reverse Rotate If Loop Map Reduce Scan Hist Scatter WithAcc UpdateAcc Call`) {
		if !seen[node] {
			t.Errorf("no program has a %s", node)
		}
	}
}

func TestShrink(t *testing.T) {
	hasScan := func(p *core.Prog) bool {
		found := false
		core.Walk(p.Entry().Body, func(s core.Stm) {
			_, ok := s.Exp.(*core.Scan)
			found = found || ok
		})
		return found
	}
	before, after := 0, 0
	for seed := range uint64(60) {
		p, _ := coregen.Gen(seed, coregen.Options{Accs: true})
		if !hasScan(p) {
			continue
		}
		small := coregen.Shrink(p, hasScan)
		if err := verify.Prog(small); err != nil || !hasScan(small) {
			t.Fatalf("seed %d: %v\n%s", seed, err, core.Print(small))
		}
		before, after = before+len(core.Print(p)), after+len(core.Print(small))
	}
	if after == 0 || 2*after > before {
		t.Errorf("shrunk from %d to %d characters", before, after)
	}
}

func TestLayout(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(400) {
		p, args := coregen.Layout(seed)
		if err := verify.Prog(p); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, core.Print(p))
		}
		if _, err := core.Parse(core.Print(p)); err != nil || len(args) != len(p.Entry().Params) {
			t.Fatalf("seed %d: %d arguments, %v", seed, len(args), err)
		}
		for _, f := range p.Funs {
			core.Walk(f.Body, func(s core.Stm) { seen[strings.TrimPrefix(fmt.Sprintf("%T", s.Exp), "*core.")] = true })
		}
	}
	for _, node := range strings.Fields(`Copy Index Slice Update UpdateSlice Replicate Concat Rearrange Reshape Reverse
		Rotate If Loop Map Reduce Scan WithAcc`) {
		if !seen[node] {
			t.Errorf("no program has a %s", node)
		}
	}
}

func TestShared(t *testing.T) {
	for seed := range uint64(400) {
		p, args := coregen.Shared(seed)
		if err := verify.Prog(p); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, core.Print(p))
		}
		coretest.Run(t, p, coregen.Values(args))
	}
}

func TestNest(t *testing.T) {
	for seed := range uint64(400) {
		p, args := coregen.Nest(seed)
		if err := verify.Prog(p); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, core.Print(p))
		}
		coretest.Run(t, p, coregen.Values(args))
	}
}
