package opt_test

import (
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/opt"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// passes are those of the package, in the order of the pipeline.
var passes = []golden.Pass[*core.Prog]{
	{Name: "inline", Fn: opt.Inline},
	{Name: "simplify", Fn: opt.Simplify},
	{Name: "cse", Fn: opt.CSE},
	{Name: "dce", Fn: opt.DCE},
	{Name: "small-loops", Fn: opt.SmallLoops},
	{Name: "join-branches", Fn: opt.JoinBranches},
	{Name: "hoist", Fn: opt.Hoist},
	{Name: "distribute", Fn: opt.Distribute},
	{Name: "unflatten", Fn: opt.Unflatten},
	{Name: "again", Fn: opt.Again},
	{Name: "fuse", Fn: opt.Fuse},
	{Name: "one-row", Fn: opt.OneRow},
	{Name: "deposit", Fn: opt.Deposit},
	{Name: "invert", Fn: opt.Invert},
	{Name: "pull", Fn: opt.Pull},
	{Name: "rearrange", Fn: opt.Rearrange},
	{Name: "elements", Fn: opt.Elements},
	{Name: "cut", Fn: opt.Cut},
	{Name: "demand", Fn: opt.Demand},
	{Name: "spare", Fn: opt.Spare},
	{Name: "share", Fn: opt.Share},
	{Name: "interchange", Fn: opt.Interchange},
	{Name: "defer", Fn: opt.Defer},
}

// TestGolden runs the cases testdata/PASS/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", passes)
}

// differs tells how the results of p and of the passed program differ, or "".
func differs(p *core.Prog, pass func(*core.Prog) *core.Prog, args []coregen.Arg) string {
	return corepass.Differs(p, pass, coregen.Values(args), corepass.Exactly)
}

// mixed are programs of all constructs.
func mixed(seed uint64) (*core.Prog, []coregen.Arg) {
	return coregen.Gen(seed, coregen.Options{Accs: true, Calls: seed%4 == 0})
}

// inPlace are programs that consume whatever they may.
func inPlace(seed uint64) (*core.Prog, []coregen.Arg) {
	return coregen.Gen(seed, coregen.Options{Accs: seed%3 > 0, Calls: seed%4 == 0, InPlace: true})
}

func checkPass(t *testing.T, seeds uint64, gen func(uint64) (*core.Prog, []coregen.Arg), pass func(*core.Prog) *core.Prog) {
	if testing.Short() {
		seeds /= 10
	}
	for seed := range seeds {
		p, args := gen(seed)
		if differs(p, pass, args) == "" {
			continue
		}
		p = coregen.Shrink(p, func(p *core.Prog) bool { return differs(p, pass, args) != "" })
		t.Fatalf("seed %d: %s\nbefore\n%s\nafter\n%s", seed, differs(p, pass, args), core.Print(p), core.Print(pass(p)))
	}
}

// TestPassesKeepMeaning: each pass alone, on random programs.
func TestPassesKeepMeaning(t *testing.T) {
	for _, pass := range passes {
		t.Run(pass.Name, func(t *testing.T) { checkPass(t, 250, mixed, pass.Fn) })
	}
}

// TestPassesInPlace: each pass alone, and all of them, where arrays are consumed in lambdas, operators, loops and functions.
func TestPassesInPlace(t *testing.T) {
	for _, pass := range passes {
		t.Run(pass.Name, func(t *testing.T) { checkPass(t, 120, inPlace, pass.Fn) })
	}
	t.Run("all", func(t *testing.T) { checkPass(t, 400, inPlace, twice) })
}

// TestPipelineKeepsMeaning: all passes, twice over.
func TestPipelineKeepsMeaning(t *testing.T) {
	checkPass(t, 250, mixed, twice)
}

func twice(p *core.Prog) *core.Prog {
	for range 2 {
		for _, pass := range passes {
			p = pass.Fn(p)
		}
	}
	return p
}

// TestLayout: what moves elements about, through each pass and through all of them.
func TestLayout(t *testing.T) {
	for _, pass := range passes {
		t.Run(pass.Name, func(t *testing.T) { checkPass(t, layouts, coregen.Layout, pass.Fn) })
	}
	t.Run("all", func(t *testing.T) { checkPass(t, layouts, coregen.Layout, twice) })
}

const layouts = 600
