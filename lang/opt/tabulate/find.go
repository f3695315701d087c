package tabulate

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/core/alias"
	"raido/lang/prim"
)

// Note [Loops that tabulate]
//
// A stencil is often written as loops that update an array in place:
//
//	loop v = copy u for i < n - 2 do v with [i + 1] = f u i
//
// Each iteration writes a place of its own and nothing reads what others have written, so the iterations are independent (no loop-carried
// dependence [Allen and Kennedy, Optimizing Compilers for Modern Architectures, 2001, chapter 2]), and the loop is a map over the
// places:
//
//	map (\p -> if 1 <= p && p < n - 1 then f u (p - 1) else u[p]) (iota n)
//
// which runs in parallel, in lanes, and has the derivative of a map: a stencil again (Note [Inverted stencils] in lang/opt). The pass needs that
//
//   - the parameters are arrays of one shape, each updated once in every iteration of the innermost loop, at the same place, or under
//     one condition;
//   - every loop's index goes through the places of one dimension in steps of 1 or -1; indices in other dimensions are the same in all
//     iterations;
//   - all places are in range for sure, as the loop fails at the first that is not;
//   - the array is read at the place itself only, before it is written;
//   - what an outer loop computes before an inner one, if it has loops itself, can stand before the map over the inner places;
//   - the map has about as many places as the loop has iterations, or the loop began with a copy or a fill: else what is touched would be
//     more than the loop does.

// Loops makes maps of loops: Note [Loops that tabulate].
func Loops(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		t := &tabulator{names: names, funs: funs, defs: map[*core.Var]core.Exp{}}
		return t.body(f.Body)
	})
}

type tabulator struct {
	names *alias.Classes
	funs  map[*core.Fun]*core.Fun
	defs  map[*core.Var]core.Exp
}

func (t *tabulator) def(v *core.Var) core.Exp { return t.defs[v] }

// body rewrites a body, outer loops first.
func (t *tabulator) body(b core.Body) core.Body {
	out := &core.Builder{}
	for k, s := range b.Stms {
		out.Src = s.Src
		for _, v := range s.Pat {
			t.defs[v] = s.Exp
		}
		if l, ok := s.Exp.(*core.Loop); ok {
			if n := t.nest(l); n != nil && n.pays(t.origins(b.Stms[:k], l)) {
				e := n.tabulated(out)
				out.Add(s.Pat, t.inner(e))
				continue
			}
		}
		out.Add(s.Pat, t.inner(s.Exp))
	}
	return out.Body(b.Result...)
}

func (t *tabulator) inner(e core.Exp) core.Exp {
	if c, ok := e.(*core.Call); ok {
		return &core.Call{Fun: t.funs[c.Fun], Args: c.Args}
	}
	return core.Inside(e, t.body)
}

// nest is a loop nest that writes each place once.
type nest struct {
	t      *tabulator
	outer  *core.Loop
	levels []*core.Loop
	path   []step
	chain  map[*core.Var]int // the names of the arrays on their way through the nest, with the number of the parameter
	bound  map[*core.Var]bool
	idx    []core.Atom
	forms  []affine.Form
	pivot  []*core.Loop // by dimension; nil where the index is the same in all iterations
	vals   []core.Atom  // by parameter
	from   []origin     // by parameter
	before []hoisted
	fails  bool // a statement so far may fail
}

// hoisted is a statement that does not depend on the iteration. An assertion is made if the first loops around it have iterations.
type hoisted struct {
	core.Stm
	around int
}

// step is what runs before an inner loop, an update under a condition, or the updates themselves: statements, then a branch if cond is not nil.
// It is in so many loops.
type step struct {
	stms  []core.Stm
	cond  core.Atom
	els   bool
	loops int
}

// origin is what a parameter starts with: an array, or one value everywhere; fresh says that nothing else uses it, as copies are.
type origin struct {
	arr   *core.Var
	val   core.Atom
	fresh bool
}

// nest takes a loop apart; nil if it is none of the sort.
func (t *tabulator) nest(l *core.Loop) *nest {
	n := &nest{t: t, outer: l, chain: map[*core.Var]int{}, bound: map[*core.Var]bool{}}
	if !n.loop(l) || !n.reads() || !n.places() {
		return nil
	}
	return n
}

// shape is that of all arrays of the nest.
func (n *nest) shape() core.Type { return n.outer.Params[0].Type }

func (n *nest) loop(l *core.Loop) bool {
	if l.Cond != nil || l.I.Type.Elem != prim.I64 || len(l.Attrs) > 0 || len(l.Params) != len(n.outer.Params) || len(l.Params) == 0 {
		return false
	}
	for _, p := range l.Params {
		if p.Type.IsScalar() || p.Type.IsAcc() || !slices.Equal(p.Type.Dims, n.outer.Params[0].Type.Dims) {
			return false
		}
	}
	if v, ok := l.Bound.(*core.Var); ok && n.bound[v] {
		return false
	}
	if _, ok := affine.Of(l.Bound, n.t.def); !ok {
		return false
	}
	n.levels = append(n.levels, l)
	n.bound[l.I] = true
	for j, p := range l.Params {
		n.chain[p] = j
	}
	return n.code(l.Body, core.Atoms(l.Params))
}

// code takes a body apart that is given the arrays cur, and ends with them updated.
func (n *nest) code(b core.Body, cur []core.Atom) bool {
	k := len(b.Stms)
	for k > 0 && n.updates(b.Stms[k-1], b.Result) {
		k--
	}
	if k == len(b.Stms) {
		return false
	}
	stms, ok := n.kept(b.Stms[:k], n.nested(b.Stms[k]))
	if !ok {
		return false
	}
	switch e := b.Stms[k].Exp.(type) {
	case *core.Update:
		n.path = append(n.path, step{stms: stms, loops: len(n.levels)})
		return n.leaf(b.Stms[k:], b.Result, cur)
	case *core.Loop:
		n.path = append(n.path, step{stms: stms, loops: len(n.levels)})
		return k == len(b.Stms)-1 && slices.Equal(core.Atoms(b.Stms[k].Pat), b.Result) && slices.Equal(e.Init, cur) && n.loop(e)
	case *core.If:
		in, out := e.Then, e.Else
		if slices.Equal(in.Result, cur) {
			in, out = out, in
		}
		n.path = append(n.path, step{stms: stms, cond: e.Cond, els: slices.Equal(e.Then.Result, cur), loops: len(n.levels)})
		return k == len(b.Stms)-1 && slices.Equal(core.Atoms(b.Stms[k].Pat), b.Result) && len(out.Stms) == 0 && slices.Equal(out.Result, cur) && n.code(in, cur)
	default: // no part of a nest
		return false
	}
}

// kept are the statements that run in every iteration; those that do not depend on it and cannot fail run before the nest. So do
// assertions, if there is an iteration, where code follows that may not run: they fail first.
func (n *nest) kept(stms []core.Stm, nested bool) (out []core.Stm, ok bool) {
	for _, s := range stms {
		for _, v := range s.Pat {
			n.t.defs[v] = s.Exp
		}
		fixed := !slices.ContainsFunc(core.FreeInExp(s.Exp).List, func(v *core.Var) bool { return n.bound[v] || isChained(n, v) })
		switch e := s.Exp.(type) {
		case *core.PrimApp:
			if fixed && !e.MayFail() {
				n.before = append(n.before, hoisted{s, 0})
				continue
			}
			n.fails = n.fails || e.MayFail()
		case *core.Assert:
			if nested {
				if !fixed || n.fails || e.Trace || slices.ContainsFunc(n.path, func(st step) bool { return st.cond != nil }) {
					return nil, false
				}
				n.before = append(n.before, hoisted{s, len(n.levels)})
				continue
			}
		default:
			n.fails = true
		}
		for _, v := range s.Pat {
			n.bound[v] = true
		}
		out = append(out, s)
	}
	return out, true
}

func isChained(n *nest, v *core.Var) bool { _, ok := n.chain[v]; return ok }

// updates reports whether a statement makes results of a body that are arrays of the nest.
func (n *nest) updates(s core.Stm, result []core.Atom) bool {
	switch s.Exp.(type) {
	case *core.Update, *core.Loop, *core.If:
		return slices.ContainsFunc(s.Pat, func(v *core.Var) bool { return slices.Contains(result, core.Atom(v)) })
	default: // it computes what is written
	}
	return false
}

func (n *nest) nested(s core.Stm) bool { _, ok := s.Exp.(*core.Update); return !ok }

// leaf takes the updates at the end of a body.
func (n *nest) leaf(us []core.Stm, result, cur []core.Atom) bool {
	n.vals = make([]core.Atom, len(cur))
	for _, s := range us {
		u, ok := s.Exp.(*core.Update)
		if !ok {
			return false
		}
		j := slices.Index(cur, core.Atom(u.Arr))
		if j < 0 || result[j] != core.Atom(s.Pat[0]) || n.vals[j] != nil {
			return false
		}
		if n.idx == nil {
			n.idx = u.Idx
		}
		if n.vals[j] = u.Val; !n.same(u.Idx) {
			return false
		}
	}
	return !slices.Contains(n.vals, nil)
}

// same reports whether indices say the place of the updates.
func (n *nest) same(idx []core.Atom) bool {
	if len(idx) != len(n.idx) {
		return false
	}
	for d, a := range idx {
		x, ok := affine.Of(a, n.t.def)
		y, ok2 := affine.Of(n.idx[d], n.t.def)
		if !ok || !ok2 || !x.Equal(y) {
			return false
		}
	}
	return true
}

// reads reports whether the arrays are read at the place only that is then written.
func (n *nest) reads() bool {
	ok := true
	look := func(stms []core.Stm) {
		for _, s := range stms {
			if e, is := s.Exp.(*core.Index); is {
				if _, own := n.chain[e.Arr]; own && n.same(e.Idx) {
					continue
				}
			}
			for _, v := range core.FreeInExp(s.Exp).List {
				_, own := n.chain[v]
				ok = ok && !own
			}
		}
	}
	for _, st := range n.path {
		look(st.stms)
	}
	return ok && !slices.ContainsFunc(n.vals, func(a core.Atom) bool { _, own := n.chain[core.AsVar(a)]; return own })
}

// places finds the index that goes through each dimension, and reports whether all places are in range.
func (n *nest) places() bool {
	used := map[*core.Loop]bool{}
	dims := n.shape().Dims
	for d, a := range n.idx {
		x, ok := affine.Of(a, n.t.def)
		if !ok {
			return false
		}
		var pivot *core.Loop
		for _, term := range x.Terms {
			k := slices.IndexFunc(n.levels, func(l *core.Loop) bool { return l.I == term.V })
			switch {
			case k < 0 && n.bound[term.V], k >= 0 && (pivot != nil || used[n.levels[k]] || term.K != 1 && term.K != -1):
				return false
			case k >= 0:
				pivot = n.levels[k]
			}
		}
		if pivot == nil || !n.inRange(dims[d], pivot, x) {
			return false
		}
		used[pivot] = true
		n.forms, n.pivot = append(n.forms, x), append(n.pivot, pivot)
	}
	return len(used) == len(n.levels)
}

// inRange reports whether the places of a dimension that a loop goes through are certainly in range.
func (n *nest) inRange(dim core.Atom, l *core.Loop, x affine.Form) bool {
	k, rest := x.Factor(l.I), x.Without(l.I)
	low, high := affine.Inside(l.Bound, dim, k, rest.Times(-k), n.t.def) // the index i in the place of p, p in that of i
	return low && high
}
