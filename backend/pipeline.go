package backend

import (
	"raido/ad"
	"raido/ad/rev"
	"raido/lang/core"
	"raido/lang/core/verify"
	"raido/lang/diag"
	"raido/lang/opt"
	"raido/lang/opt/ahead"
	"raido/lang/opt/block"
	"raido/lang/opt/box"
	"raido/lang/opt/carry"
	"raido/lang/opt/compact"
	"raido/lang/opt/counter"
	"raido/lang/opt/distinct"
	"raido/lang/opt/gather"
	"raido/lang/opt/layout"
	"raido/lang/opt/listed"
	"raido/lang/opt/nest"
	"raido/lang/opt/numbers"
	"raido/lang/opt/origin"
	"raido/lang/opt/rows"
	"raido/lang/opt/scaled"
	"raido/lang/opt/shift"
	"raido/lang/opt/tabulate"
	"raido/lang/opt/tape"
	"raido/lang/opt/triangle"
	"raido/lang/opt/turn"
	"raido/lang/sparse"
)

// Pass is a named transformation of a program: a pure function.
type Pass struct {
	Name string
	Fn   func(*core.Prog) *core.Prog
}

// Pipeline is the ordered list of passes from what lowering gives to what engines take. Derivatives are
// taken of simplified but unfused code: the rules know plain nodes, and what they make is fused after.
var Pipeline = []Pass{
	{"inline", opt.Inline},
	{"simplify", opt.Simplify},
	{"counters", counters}, // others know loops of i64 only
	{"dce", opt.DCE},       // before cse, which could merge live code into dead code outside its branch: 0 * inf in the derivative
	{"blocks", block.Blocks},
	{"cse", opt.CSE},
	{"small-loops", opt.SmallLoops},
	{"numbers", carried},
	{"pairs", gather.Pairs},
	{"scaled", scaled.Sums},
	{"row-order", triangle.Order},
	{"rows", rows.Rows},
	{"tabulate", tabulate.Loops},
	{"compact", compact.Loops},
	{"origins", origin.Loops},
	{"nests", nest.Nests},
	{"parts", rows.Parts},
	{"carry", carry.Values},
	{"branches", nest.Branches},
	{"boxes", box.Boxes},
	{"simplify-nests", opt.Simplify},
	{"conditions", sparse.Sums},
	{"triangles", triangle.Sums},
	{"ahead", ahead.Sums},
	{"layout", layout.Apply},
	{"shared", gather.Shared},
	{"early", gather.Early},
	{"inner-indices", gather.Inner},
	{"wanted", gather.Wanted},
	{"fixed", gather.Fixed},
	{"views", gather.Views},
	{"chosen", gather.Chosen},
	{"chosen-rows", gather.ChosenRows},
	{"distinct", distinct.Scatters},
	{"dce-cse", opt.DCE},
	{"shifts", shift.Cancel},
	{"mark-steps", ad.MarkSteps},
	{"ad", ad.Apply},
	{"unmark-steps", ad.UnmarkSteps},
	{"restore", shift.Restore},
	{"join-branches", opt.JoinBranches},
	{"simplify-ad", opt.Simplify},
	{"numbers-ad", carried},
	{"cse-ad", opt.CSE},
	{"hoist", opt.Hoist},
	{"dce-ad", opt.DCE},
	{"sparse", sparse.Apply},
	{"hoist-sparse", opt.Hoist},
	{"one-row", opt.OneRow},
	{"outward", turn.Outward},
	{"distribute", opt.Distribute},
	{"simplify-distributed", opt.Simplify},
	{"unflatten", opt.Unflatten},
	{"tables", turn.Tables},
	{"dce-distributed", opt.DCE},
	{"again", opt.Again},
	{"fuse", opt.Fuse},
	{"deposit", opt.Deposit},
	{"dce-deposited", opt.DCE},
	{"fuse-deposited", opt.Fuse},
	{"invert", opt.Invert},
	{"dce-inverted", opt.DCE},
	{"fuse-inverted", opt.Fuse},
	{"pull", opt.Pull},
	{"dce-pulled", opt.DCE},
	{"cse-fused", opt.CSE},
	{"remainders", rows.Remainders},
	{"rearrange", opt.Rearrange},
	{"together", turn.Together},
	{"stay", carry.Stay},
	{"spent", carry.Spent},
	{"elements", opt.Elements},
	{"simplify-fused", opt.Simplify},
	{"last", carry.Last},
	{"fuse-last", opt.Fuse},
	{"cut", opt.Cut},
	{"thin", tape.Thin},
	{"fresh", carry.Fresh},
	{"demand", opt.Demand},
	{"columns", turn.Columns},
	{"spare", opt.Spare},
	{"listed", listed.Sums},
	{"share", opt.Share},
	{"dce-fused", opt.DCE},
	{"pieces", layout.Pieces},
	{"interchange", opt.Interchange},
	{"updates", turn.Updates},
	{"in-tape", tape.InTape},
	{"beside", tape.Beside},
	{"late", tape.Late},
	{"defer", opt.Defer},
}

// counters lets loops count in i64, and simplifies where that changes something.
func counters(p *core.Prog) *core.Prog {
	if q := counter.Widen(p); q != p {
		return opt.Simplify(q)
	}
	return p
}

// carried carries small arrays as numbers, and simplifies where that changes something.
func carried(p *core.Prog) *core.Prog {
	if q := numbers.Carried(p); q != p {
		return opt.CSE(opt.DCE(opt.Simplify(q)))
	}
	return p
}

// Prepare runs the passes of an engine. The error is a fault of the user, as a derivative that does not exist. With
// RAIDO_VERIFY the program is verified (Note [Verified passes]); a fault of ours, found so or by a panic of a
// pass, is a *diag.Bug panic that names the pass and holds its input.
func Prepare(e Engine, p *core.Prog) (*core.Prog, error) { return runPasses(e.Passes(), p, "") }

// PassesUpTo runs the pipeline up to the first pass of that name.
func PassesUpTo(p *core.Prog, name string) (*core.Prog, error) { return runPasses(Pipeline, p, name) }

// Kept tells what the reverse derivatives in a program keep for their return sweeps, and why, in lines.
func Kept(p *core.Prog) ([]string, error) {
	p, err := PassesUpTo(p, "mark-steps")
	if err != nil {
		return nil, err
	}
	var kept []*rev.Kept
	derive := Pass{Name: "ad", Fn: func(p *core.Prog) *core.Prog {
		p, kept = ad.ApplyKept(p)
		return p
	}}
	_, err = runPasses([]Pass{derive}, p, "")
	var lines []string
	for _, k := range kept {
		lines = append(lines, "kept for the return sweep: "+k.String())
	}
	return lines, err
}

// Passes is Prepare for an engine that takes the whole pipeline.
func Passes(p *core.Prog) (*core.Prog, error) { return runPasses(Pipeline, p, "") }

// runPasses runs the passes up to the last one, or all if it is empty.
func runPasses(passes []Pass, p *core.Prog, last string) (out *core.Prog, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *diag.Diag:
			out, err = nil, r
		case diag.List:
			out, err = nil, r
		default:
			panic(r)
		}
	}()
	return verified(len(p.Entry().Body.Stms), func(l looks) *core.Prog {
		q := p
		check(l.after(0, false), "lower", q)
		for i, pass := range passes {
			InPass(pass.Name, q, func() { q = pass.Fn(q) })
			check(l.after(i+1, i == len(passes)-1 || pass.Name == last), pass.Name, q)
			if pass.Name == last {
				break
			}
		}
		return q
	}), nil
}

// InPass runs f, which does something to the program p: see diag.InPass.
func InPass(pass string, p *core.Prog, f func()) {
	diag.InPass(pass, func() string { return core.Print(p) }, f)
}

// check verifies what a pass gives.
func check(on bool, pass string, p *core.Prog) {
	if !on {
		return
	}
	InPass(pass, p, func() {
		if err := verify.Prog(p); err != nil {
			diag.Bugf("%v", err)
		}
	})
}
