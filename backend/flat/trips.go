package flat

import (
	"maps"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Sizes that loops carry]
//
// A loop may carry the size of an array that grows or shrinks: then it is not known how much an iteration does, and what is not known counts as
// large. Where the number of iterations is known, and few, they are gone through one after the other, as the host would, with what they do
// with numbers: sizes that follow from the arguments of the program are known in each iteration. So are those that the loop puts into an
// array, from where the return sweep of its derivative takes them. The loop is one part, with the work of all iterations and their launches. [ours]

// mostTrips bounds the statements of all iterations that are gone through.
const mostTrips = 1 << 12

// trips is the work of a loop that carries sizes, whose results are pat, iteration by iteration; not ok if it carries none, or is too long.
func (g *grain) trips(pat []*core.Var, e *core.Loop) (all amount, ok bool) {
	if g.cse != nil || g.least || g.inside > 0 || e.Cond != nil || !g.carries(e) {
		return amount{}, false
	}
	n, ok := g.exact(e.Bound)
	if size := int64(core.Statements(e.Body)); !ok || n > mostTrips/max(size, 1) {
		return amount{}, false
	}
	outer := g.now
	g.now = part{}
	bound := core.BoundIn(&core.Lambda{Params: e.Params, Body: e.Body})
	vals := g.numbers(e.Init)
	for i := range n {
		for v := range bound { // what was known of the last iteration's
			delete(g.known, v)
			delete(g.total, v)
			delete(g.items, v)
		}
		g.bind(e.Params, vals)
		g.known[e.I] = exactly(amount{n: i})
		all = g.plus(all, g.body(e.Body))
		vals = g.numbers(e.Body.Result)
	}
	g.bind(pat, vals)
	g.parts = g.ended()
	g.now = outer
	return all, true
}

// carries reports whether a loop changes an integer that is known before it.
func (g *grain) carries(e *core.Loop) bool {
	for i, p := range e.Params {
		if _, ok := g.exact(e.Init[i]); ok && p.Type.IsScalar() && p.Type.Elem.IsInt() && e.Body.Result[i] != core.Atom(p) {
			return true
		}
	}
	return false
}

// exact is a number that is known.
func (g *grain) exact(a core.Atom) (int64, bool) {
	x, ok := g.value(a)
	return x.least.n, ok && x.least == x.most && x.least.of == nil && x.least.n < seg.HugeWork
}

// number is what is known of a value: its extent, or elements of an array.
type number struct {
	extent
	known bool
	items map[int64]int64
}

func (g *grain) numbers(as []core.Atom) []number {
	out := make([]number, len(as))
	for i, a := range as {
		out[i].extent, out[i].known = g.value(a)
		if v := core.AsVar(a); v != nil {
			out[i].items = g.items[v]
		}
	}
	return out
}

func (g *grain) bind(vs []*core.Var, vals []number) {
	for i, v := range vs {
		delete(g.known, v)
		delete(g.items, v)
		if vals[i].known {
			g.known[v] = vals[i].extent
		}
		if vals[i].items != nil {
			g.items[v] = vals[i].items
		}
	}
}

// contents follows the numbers that are put into an array of i64, and taken from it.
func (g *grain) contents(s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.Scratch:
		if e.Elem == prim.I64 && len(e.Dims) == 1 {
			g.items[s.Pat[0]] = map[int64]int64{}
		}
	case *core.Update:
		items, ok := g.items[e.Arr]
		if !ok {
			return
		}
		if i, ok := g.exact(e.Idx[0]); ok {
			items = maps.Clone(items)
			delete(items, i)
			if x, ok := g.exact(e.Val); ok {
				items[i] = x
			}
			g.items[s.Pat[0]] = items
		}
	case *core.Index:
		if i, ok := g.exact(e.Idx[0]); ok {
			if x, ok := g.items[e.Arr][i]; ok {
				g.known[s.Pat[0]] = exactly(amount{n: x})
			}
		}
		v := s.Pat[0]
		if _, known := g.known[v]; !known && v.Type.IsScalar() && v.Type.Elem == prim.I64 {
			g.read[v] = !g.grown[e.Arr]
		}
	default: // no elements of arrays
	}
}
