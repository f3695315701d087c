package triangle

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Note [Columns of a triangle]
//
// A triangle may be filled in place column by column, from the diagonal down:
//
//	loop x for j < n do                                  loop x for i < n do
//	  let x = f x j                                        let x = loop x for j < i do g x i j
//	  in loop x for i in j + 1..<n do g x i j    becomes   in f x i
//
// where f and g write in column j only, and read the matrix there only. So columns do not wait for each other, and each sees what it saw before: f x j,
// then g x i j for one i after the other. Now the elements that are written one after the other lie side by side, and what stands
// around the loop over j is a loop over rows: other passes make sums over them of it. Every iteration runs once as before, so what fails
// fails still. Loops in parallel code stay: there columns are those of threads side by side.
// [loop interchange of a triangular nest: Allen, Kennedy: Optimizing Compilers for Modern Architectures, 5.2, 9.3; the column as what carries all dependences: ours]

// Order fills triangles row by row: Note [Columns of a triangle].
func Order(p *core.Prog) *core.Prog {
	return walk(p, func(t *taker, out *core.Builder, st core.Stm) bool {
		e, ok := st.Exp.(*core.Loop)
		if !ok || !counts(e) {
			return false
		}
		o := t.order(e)
		return o != nil && o.build(out, st)
	})
}

// counts reports whether a loop counts, and carries one array.
func counts(e *core.Loop) bool {
	return e.Cond == nil && e.I.Type.Elem == prim.I64 && len(e.Attrs) == 0 && len(e.Params) == 1 && !e.Params[0].Type.IsAcc()
}

// order is a nest that fills a triangle column by column.
type order struct {
	*taker
	e, in    *core.Loop
	first    []core.Stm         // what is done before the inner loop
	versions map[*core.Var]bool // of the matrix
	turned   map[*core.Var]bool // of the matrix with its columns as rows
}

// order is the nest of a loop; nil if it is none.
func (t *taker) order(e *core.Loop) *order {
	k := len(e.Body.Stms) - 1
	if e.Params[0].Type.Rank() != 2 || k < 0 {
		return nil
	}
	last := e.Body.Stms[k]
	in, ok := last.Exp.(*core.Loop)
	if !ok || !counts(in) || e.Body.Result[0] != core.Atom(last.Pat[0]) {
		return nil
	}
	o := &order{taker: t, e: e, in: in, first: e.Body.Stms[:k], versions: map[*core.Var]bool{e.Params[0]: true}, turned: map[*core.Var]bool{}}
	count, ok := t.form(in.Bound)
	whole, ok2 := t.form(e.Bound)
	if left, fixed := count.Plus(1, linear.Of(e.I)).Minus(whole); !ok || !ok2 || !fixed || left != -1 {
		return nil
	}
	if !o.inColumn(e.Body) || !o.alongColumn() {
		return nil
	}
	return o
}

// alongColumn reports whether the inner loop writes an element below the last one in each iteration, from the diagonal on.
func (o *order) alongColumn() bool {
	u, ok := o.defs[core.AsVar(o.in.Body.Result[0])].(*core.Update)
	if !ok {
		return false
	}
	row, ok := o.form(u.Idx[0])
	return ok && row.Equal(linear.Of(o.e.I).Plus(1, linear.Of(o.in.I)).Add(1))
}

// inColumn reports whether code uses the matrix only in the column of the outer counter.
func (o *order) inColumn(b core.Body) bool {
	for _, st := range b.Stms {
		if !slices.ContainsFunc(core.FreeInStm(st).List, func(v *core.Var) bool { return o.versions[v] || o.turned[v] }) {
			continue
		}
		if !o.usesColumn(st) {
			return false
		}
	}
	return true
}

func (o *order) usesColumn(st core.Stm) bool {
	switch e := st.Exp.(type) {
	case *core.Index:
		if o.turned[e.Arr] {
			return o.column(e.Idx[0])
		}
		return len(e.Idx) == 2 && o.column(e.Idx[1])
	case *core.Rearrange:
		o.turned[st.Pat[0]] = slices.Equal(e.Perm, []int{1, 0})
		return o.turned[st.Pat[0]] && o.versions[e.Arr]
	case *core.Update:
		o.versions[st.Pat[0]] = true
		return o.versions[e.Arr] && len(e.Idx) == 2 && o.column(e.Idx[1]) && !o.versions[core.AsVar(e.Val)]
	case *core.Loop:
		if e.Cond != nil {
			return false
		}
		for k, a := range e.Init {
			if o.versions[core.AsVar(a)] {
				o.versions[e.Params[k]], o.versions[st.Pat[k]] = true, true
			} else if o.turned[core.AsVar(a)] {
				return false
			}
		}
		return o.inColumn(e.Body) && !slices.ContainsFunc(e.Body.Result, func(a core.Atom) bool { return o.turned[core.AsVar(a)] }) && o.carries(st, e)
	case *core.Map, *core.Reduce, *core.If:
		ok := true
		core.Inside(e, func(b core.Body) core.Body { ok = ok && o.inColumn(b) && !o.gives(b); return b })
		return ok && !slices.ContainsFunc(operands(e), func(v *core.Var) bool { return o.versions[v] || o.turned[v] })
	default: // may be more than an element
	}
	return false
}

// gives reports whether a body has the matrix as a result.
func (o *order) gives(b core.Body) bool {
	return slices.ContainsFunc(b.Result, func(a core.Atom) bool { return o.versions[core.AsVar(a)] || o.turned[core.AsVar(a)] })
}

// carries reports whether a loop gives versions of the matrix where it takes them, and nowhere else.
func (o *order) carries(st core.Stm, e *core.Loop) bool {
	for k, a := range e.Body.Result {
		if o.versions[core.AsVar(a)] != o.versions[st.Pat[k]] {
			return false
		}
	}
	return true
}

// operands are the arrays that a map or a reduction goes along.
func operands(e core.Exp) []*core.Var {
	switch e := e.(type) {
	case *core.Map:
		return append(slices.Clone(e.Accs), e.Arrs...)
	case *core.Reduce:
		return e.Arrs
	default: // none
		return nil
	}
}

// column reports whether an index is the outer counter.
func (o *order) column(a core.Atom) bool {
	f, ok := o.form(a)
	return ok && f.Equal(linear.Of(o.e.I))
}

// build adds the nest that goes along rows; false if the inner loop needs of what stands before it more than numbers.
func (o *order) build(out *core.Builder, st core.Stm) bool {
	e, in := o.e, o.in
	x := e.Params[0]
	i, j := core.NewVar(in.I.Name, core.I64), core.NewVar(e.I.Name, core.I64)
	all, y := core.NewVar(x.Name, x.Type), core.NewVar(x.Name, x.Type)
	s := core.NewSubst()
	s.Vars[e.I], s.Vars[in.Params[0]] = j, y
	t := linear.Of(i).Plus(-1, linear.Of(j)).Add(-1) // the inner counter
	inner := &core.Builder{Src: st.Src}
	before := core.Needed(core.Body{Stms: o.first, Result: core.Atoms(core.FreeInBody(in.Body).List)})
	if slices.ContainsFunc(before.Stms, func(st core.Stm) bool { return !o.number(st) }) {
		return false
	}
	o.copy(inner, before.Stms, s, t)
	s.Vars[in.I] = affine.Atom(t, inner)
	o.copy(inner, in.Body.Stms, s, t)
	filled := core.NewVar(x.Name, x.Type)
	b := &core.Builder{Src: st.Src}
	b.Add([]*core.Var{filled}, &core.Loop{Params: []*core.Var{y}, Init: []core.Atom{all}, I: j, Bound: i, Body: inner.Body(s.Atoms(in.Body.Result)...)})
	s = core.NewSubst()
	s.Vars[e.I], s.Vars[x] = i, filled
	for _, st := range o.first {
		b.Stms = append(b.Stms, s.Stm(st))
	}
	l := &core.Loop{Params: []*core.Var{all}, Init: e.Init, I: i, Bound: e.Bound, Body: b.Body(s.Atoms(in.Init)...)}
	out.Add(st.Pat, l)
	return true
}

// number reports whether a statement computes a number, without the matrix.
func (o *order) number(st core.Stm) bool {
	switch e := st.Exp.(type) {
	case *core.PrimApp:
		return true
	case *core.Index:
		return st.Pat[0].Type.IsScalar() && !o.versions[e.Arr] && !o.turned[e.Arr]
	default: // may be more
		return false
	}
}

// copy adds statements with other counters. Sums of integers are computed of the new ones.
func (o *order) copy(b *core.Builder, stms []core.Stm, s *core.Subst, t affine.Form) {
	for _, st := range stms {
		if e, ok := st.Exp.(*core.PrimApp); ok && e.T == prim.I64 && st.Pat[0].Type.Elem == prim.I64 {
			if f, ok := o.form(st.Pat[0]); ok && !has(f, func(v *core.Var) bool { return v == st.Pat[0] }) {
				f = f.Put(o.in.I, t)
				s.Vars[st.Pat[0]] = affine.Atom(f.Renamed(func(v *core.Var) *core.Var {
					if w := core.AsVar(s.Vars[v]); w != nil {
						return w
					}
					return v
				}), b)
				continue
			}
		}
		b.Stms = append(b.Stms, s.Stm(st))
	}
}
