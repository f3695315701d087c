package box

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// box is what a nest of maps changes of an array.
type box struct {
	*walker
	old    *core.Var               // the array as it was
	within map[*core.Var]bool      // what the maps bind
	at     map[*core.Var]int       // what is the part of the old array at that many of the indices
	count  []*core.Var             // the index of each dimension
	index  map[*core.Var]*core.Var // its names
	parts  []part                  // those that branches change, no two of which meet
	spans  []span                  // where each index runs, in the part that is made
	fails  bool                    // there is an assertion where nothing changes, or nothing is saved
	fresh  bool                    // there is no old array: what costs nothing is made first
}

// part is what branches change that give the same.
type part struct {
	leaf  core.Atom // what they give
	spans []span    // where each index runs
}

// find finds the parts that change; false if there is none, or one is the whole, or the same in all iterations.
func (b *box) find(m *core.Map) bool {
	for range b.old.Type.Dims {
		b.count = append(b.count, core.NewVar("i", core.I64))
	}
	v := core.NewVar("new", b.old.Type)
	if b.changed(core.Body{Stms: []core.Stm{{Pat: []*core.Var{v}, Exp: m}}, Result: []core.Atom{v}}, 0, nil); b.fails || len(b.parts) == 0 {
		return false
	}
	for _, p := range b.parts { // bounds that say no more than the array's
		for d, s := range p.spans {
			n, ok := affine.Of(b.old.Type.Dims[d], b.def)
			if s.low != nil && b.notNegative(s.low.Times(-1)) {
				p.spans[d].low = nil
			}
			if s.high != nil && ok && b.notNegative(s.high.Plus(-1, n)) {
				p.spans[d].high = nil
			}
		}
	}
	for k, p := range b.parts {
		if len(b.parts) > 1 && slices.ContainsFunc(p.spans[1:], span.one) { // a column is best made with the rows that it goes through
			return false
		}
		for _, q := range b.parts[:k] {
			if !b.apart(p.spans, q.spans) {
				return false
			}
		}
		for len(p.spans) > 0 && p.spans[len(p.spans)-1] == (span{}) {
			p.spans = p.spans[:len(p.spans)-1]
		}
		b.parts[k] = p
		if !slices.ContainsFunc(p.spans, func(s span) bool { return s.low != nil && b.changes(*s.low) || s.high != nil && b.changes(*s.high) }) {
			return false
		}
	}
	return true
}

// made is the statement of a body that makes its result for nothing else, and its number.
func made(b core.Body) (k int, st core.Stm) {
	v := core.AsVar(b.Result[0])
	k = slices.IndexFunc(b.Stms, func(s core.Stm) bool { return slices.Contains(s.Pat, v) })
	if k < 0 || len(b.Stms[k].Pat) != 1 || len(b.Result) != 1 || slices.ContainsFunc(b.Stms[k+1:], func(s core.Stm) bool { return core.FreeInStm(s).Has(v) }) {
		return -1, core.Stm{}
	}
	return k, b.Stms[k]
}

// along is a statement's map along a dimension of the array, if it is one.
func (b *box) along(st core.Stm, depth int) *core.Map {
	m, ok := st.Exp.(*core.Map)
	if !ok || len(m.Accs) > 0 || depth >= len(b.count) || m.W != b.old.Type.Dims[depth] || len(m.Fn.Ret) != 1 {
		return nil
	}
	return m
}

// changed takes in the branches of a body that make its result, where depth indices are bound and facts hold.
func (b *box) changed(body core.Body, depth int, facts []form) {
	b.names(body, depth)
	k, st := made(body)
	if e, ok := st.Exp.(*core.If); ok {
		b.asserts(body)
		for _, br := range []struct {
			yes  bool
			body core.Body
		}{{true, e.Then}, {false, e.Else}} {
			for _, c := range b.cases(e.Cond, br.yes) {
				b.changed(br.body, depth, slices.Concat(facts, c))
			}
		}
		return
	}
	if m := b.along(st, depth); k >= 0 && m != nil {
		b.asserts(body)
		for j, a := range m.Arrs {
			p := m.Fn.Params[j]
			if e, ok := b.defs[a].(*core.Iota); ok && core.IsInt(e.Start, 0) && core.IsInt(e.Step, 1) && e.T == prim.I64 {
				b.index[p] = b.count[depth]
			}
			if n, ok := b.at[a]; ok && n == depth {
				b.at[p] = depth + 1
			}
		}
		b.changed(m.Fn.Body, depth+1, facts)
		return
	}
	if b.unchanged(body, depth) {
		b.asserts(body)
		return
	}
	b.fails = b.fails || b.fresh && !costly(body)
	in := b.bounds(facts)
	for d := depth; d < len(in); d++ {
		in[d] = span{} // its own elements are not looked at
	}
	k = slices.IndexFunc(b.parts, func(p part) bool { return p.leaf == body.Result[0] })
	if k < 0 {
		b.parts = append(b.parts, part{body.Result[0], in})
		return
	}
	for d, s := range b.parts[k].spans {
		b.parts[k].spans[d] = b.around(s, in[d])
	}
}

// unchanged reports whether a branch gives what was there, or in an array that is made anew what costs next to nothing.
func (b *box) unchanged(body core.Body, depth int) bool {
	if b.fresh {
		return !slices.ContainsFunc(body.Stms, func(s core.Stm) bool { return !isSimple(s) })
	}
	n, ok := b.at[core.AsVar(body.Result[0])]
	return ok && n == depth
}

// names notes what of a body is a part of the old array at the indices.
func (b *box) names(body core.Body, depth int) {
	for _, st := range body.Stms {
		switch e := st.Exp.(type) {
		case *core.Index:
			n, ok := b.at[e.Arr]
			for _, a := range e.Idx {
				v := core.AsVar(a)
				ok = ok && n < depth && v != nil && b.index[v] == b.count[n]
				n++
			}
			if ok {
				b.at[st.Pat[0]] = n
			}
		case *core.Use:
			if n, ok := b.at[core.AsVar(e.Atom)]; ok {
				b.at[st.Pat[0]] = n
			}
		case *core.Copy:
			if n, ok := b.at[e.Arr]; ok {
				b.at[st.Pat[0]] = n
			}
		default: // no part
		}
	}
}

// asserts notes assertions of a body that is not only for what changes.
func (b *box) asserts(body core.Body) {
	for _, st := range body.Stms {
		_, ok := st.Exp.(*core.Assert)
		b.fails = b.fails || ok
	}
}

// least is the least that a sum can be, as counters of the loops around have their bounds.
func (w *walker) least(f form) form {
	for _, l := range slices.Backward(w.loops) {
		last, ok := affine.Of(l.Bound, w.def)
		switch k := f.Factor(l.I); {
		case k > 0:
			f = f.Without(l.I)
		case k < 0 && ok:
			f = f.Put(l.I, last.Add(-1))
		}
	}
	return f
}

// notNegative reports whether a sum is certainly not negative.
func (w *walker) notNegative(f form) bool {
	f = w.least(f)
	return len(f.Terms) == 0 && f.C >= 0
}

// changes reports whether a sum is not the same in all iterations.
func (w *walker) changes(f form) bool {
	return slices.ContainsFunc(f.Terms, func(t linear.Term[*core.Var]) bool { return w.changing[t.V] })
}
