package flat

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Lengths that are read]
//
// Rows of different lengths lie one after the other in one array, and another array tells where each begins, or how long it is:
//
//	loop ... for i < n do let k = start[i + 1] - start[i] in ... map k ...
//
// Nobody knows such a length before the run, and what is not known counts as large (Grain). But all of them together are no more than what there is, so in a
// loop of n iterations a length that is read counts as the n-th part of the largest array that the loop reads. A launch for each of some thousand short
// rows would take a hundred times as long as one thread for all; if the guess is wrong, and each iteration reads most of the array, one thread does
// what several, in lanes, would do for so much work in one launch. Lengths that a loop has put into an array are those of arrays that grow (Note [Sizes that loops carry]), and stay
// unknown. [ours]

// loopResults are the arrays of numbers that loops make.
func loopResults(p *core.Prog) map[*core.Var]bool {
	out := map[*core.Var]bool{}
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			if _, ok := s.Exp.(*core.Loop); ok {
				for _, v := range s.Pat {
					out[v] = v.Type.Rank() > 0
				}
			}
		})
	}
	return out
}

// reads notes whether a number that is not known is made of such as are read.
func (g *grain) reads(v *core.Var, e *core.PrimApp) {
	if e.T != prim.I64 || !slices.Contains([]*prim.Op{prim.Add, prim.Sub, prim.Min, prim.Max}, e.Op) {
		return
	}
	for _, a := range e.Args {
		switch _, known := g.value(a); {
		case g.read[core.AsVar(a)]:
			g.read[v] = true
		case !known:
			delete(g.read, v)
			return
		}
	}
}

// average is what a length that is read in a loop is taken for.
func (g *grain) average() amount {
	if g.around == nil {
		return huge
	}
	n, ok := g.value(g.around.Bound)
	if !ok {
		return huge
	}
	all := amount{}
	for _, v := range core.FreeInExp(g.around).List {
		if v.Type.Rank() > 0 && !v.Type.IsAcc() {
			if k := g.elems(v); k != huge {
				all = g.most(all, k)
			}
		}
	}
	one := amount{n: 1}
	return g.apply(prim.Max, prim.I64, g.apply(prim.Quot, prim.I64, all, g.apply(prim.Max, prim.I64, n.most, one)), one)
}
