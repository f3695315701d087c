package ahead

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/core/region"
	"raido/lang/linear"
	"raido/lang/opt/nest"
	"raido/lang/prim"
)

// sum is one that each iteration of a loop takes.
type sum struct {
	*taker
	runs  *region.Runs
	i     *core.Var // counts the iterations
	at    int       // the statement that takes it
	made  *core.Var
	first core.Atom              // what it begins with
	j     *core.Var              // counts its terms
	count core.Atom              // of them
	minus bool                   // terms are taken off
	term  core.Body              // one of them
	own   map[*core.Var]core.Stm // the statements of the loop's body
}

// sum is the one that statement k of a loop's body takes; nil if it takes none.
func (a *taker) sum(e *core.Loop, k int) *sum {
	st := e.Body.Stms[k]
	if len(st.Pat) != 1 || !st.Pat[0].Type.IsScalar() {
		return nil
	}
	s := a.newSum(e, k)
	switch x := st.Exp.(type) {
	case *core.Reduce:
		return s.reduced(x)
	case *core.Loop:
		return s.looped(x)
	default: // takes no sum
	}
	return nil
}

// newSum is a sum of which nothing is known but the statement of the loop's body that takes it.
func (a *taker) newSum(e *core.Loop, k int) *sum {
	s := &sum{taker: a, runs: a.chains.Runs(e), i: e.I, at: k, made: e.Body.Stms[k].Pat[0], j: core.NewVar("j", core.I64), own: map[*core.Var]core.Stm{}}
	for _, o := range e.Body.Stms {
		for _, v := range o.Pat {
			s.own[v] = o
		}
	}
	return s
}

// reduced is a sum of what a map computes.
func (s *sum) reduced(e *core.Reduce) *sum {
	op, ok := core.IsBinOp(e.Fn)
	if !ok || op.Op != prim.Add || !core.IsNeutral(e.Fn, e.Ne[0]) {
		return nil
	}
	made := s.own[e.Arrs[0]]
	m, ok := made.Exp.(*core.Map)
	if len(e.Arrs) > 1 || !ok || len(m.Accs) > 0 {
		return nil
	}
	b := &core.Builder{}
	args := make([]core.Atom, len(m.Arrs))
	for k, arr := range m.Arrs {
		args[k] = s.operand(b, arr)
	}
	out := b.Inline(m.Fn, args...)
	s.count, s.first = e.W, core.Zero(op.T)
	return s.of(b.Body(out[slices.Index(made.Pat, e.Arrs[0])]))
}

// operand is the element of a map's operand for term j.
func (s *sum) operand(b *core.Builder, arr *core.Var) core.Atom {
	if c, ok := s.defs[arr].(*core.Iota); ok && c.T == prim.I64 && core.IsInt(c.Step, 1) {
		return b.Prim(prim.Add, prim.I64, c.Start, s.j)
	}
	return b.Index(arr, s.j)
}

// looped is a sum that a loop takes term by term.
func (s *sum) looped(e *core.Loop) *sum {
	if e.Cond != nil || e.I.Type.Elem != prim.I64 || len(e.Params) != 1 || len(e.Attrs) > 0 {
		return nil
	}
	body, ok := nest.Summands(e, []int{0}, prim.Add)
	if !ok {
		return nil
	}
	s.count, s.first = e.Bound, e.Init[0]
	b := &core.Builder{}
	out := b.Inline(&core.Lambda{Params: []*core.Var{e.I}, Body: body}, s.j)
	return s.of(b.Body(out...))
}

// of notes what a term is; nil if it has checks.
func (s *sum) of(term core.Body) *sum {
	if slices.ContainsFunc(term.Stms, func(st core.Stm) bool { _, check := st.Exp.(*core.Assert); return check }) {
		return nil
	}
	s.define(term)
	if last, ok := s.defs[core.AsVar(term.Result[0])].(*core.PrimApp); ok && last.Op == prim.Sub {
		if c, zero := last.Args[0].(core.Const); zero && c.Scalar == prim.Zero(last.T) {
			s.minus, term.Result = true, last.Args[1:]
		}
	}
	s.term = core.Needed(term)
	return s
}

// form is an integer as a sum.
func (s *sum) form(a core.Atom) (affine.Form, bool) {
	return affine.Of(a, func(v *core.Var) core.Exp { return s.defs[v] })
}

// free reports whether a sum has no variables that the loop binds, but for its counter and that of the terms.
func (s *sum) free(f affine.Form) bool {
	return !slices.ContainsFunc(f.Terms, func(t linear.Term[*core.Var]) bool { return t.V != s.i && t.V != s.j && s.inside(t.V) })
}

// inside reports whether a variable is bound in the loop, or in the term.
func (s *sum) inside(v *core.Var) bool {
	return s.runs.Binds(v) || slices.ContainsFunc(s.term.Stms, func(st core.Stm) bool { return slices.Contains(st.Pat, v) })
}

// writing is how a loop writes one element of an array in each iteration.
type writing struct {
	param int
	at    int // the statement that does
	e     *core.Update
	next  *core.Var     // the array after
	place []affine.Form // of the element
	dim   int           // that the loop goes along
	by    int64         // 1 or -1
}

// writing is how the loop writes the array of parameter k; nil if it does in any other way.
func (s *sum) writing(e *core.Loop, k int) *writing {
	arr, next := e.Params[k], core.AsVar(e.Body.Result[k])
	at := slices.IndexFunc(e.Body.Stms, func(st core.Stm) bool { return slices.Contains(st.Pat, next) })
	if arr.Type.Rank() == 0 || arr.Type.IsAcc() || at < 0 {
		return nil
	}
	u, ok := e.Body.Stms[at].Exp.(*core.Update)
	if !ok || u.Arr != arr || len(u.Idx) != arr.Type.Rank() {
		return nil
	}
	w := &writing{param: k, at: at, e: u, next: next, dim: -1}
	for d, a := range u.Idx {
		f, ok := s.form(a)
		by := f.Factor(s.i)
		if !ok || !s.free(f) || f.Factor(s.j) != 0 || by != 0 && (w.dim >= 0 || by != 1 && by != -1) {
			return nil
		}
		if w.place = append(w.place, f); by != 0 {
			w.dim, w.by = d, by
		}
	}
	if w.dim < 0 {
		return nil
	}
	return w
}
