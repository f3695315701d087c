package sparse

import (
	"slices"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/limits"
	"raido/lang/opt"
	"raido/lang/prim"
)

// elements appends the results of a map at i, with its accumulators. ok becomes false where that would be too much code.
func (w *walk) elements(b *core.Builder, m *core.Map, accs []*core.Var, i core.Atom, ok *bool) []core.Atom {
	e := &elements{walk: w, left: limits.Now.SparseCode, ok: ok}
	return e.of(b, m, accs, i)
}

// elements writes single elements of arrays.
type elements struct {
	*walk
	left int // statements that may still be written
	nest int // loops and lambdas around, of what is written
	ok   *bool
}

// of are the results of a map at i.
func (e *elements) of(b *core.Builder, m *core.Map, accs []*core.Var, i core.Atom) []core.Atom {
	sub := core.NewSubst()
	for k, a := range accs {
		sub.Vars[m.Fn.Params[k]] = a
	}
	free := core.FreeInBody(m.Fn.Body)
	for _, t := range m.Fn.Ret {
		for _, d := range t.Dims {
			if v := core.AsVar(d); v != nil {
				free.Add(v)
			}
		}
	}
	for k, a := range m.Arrs {
		if p := m.Fn.Params[len(m.Accs)+k]; free.Has(p) {
			sub.Vars[p] = e.at(b, a, []core.Atom{i})
		}
	}
	return e.body(b, m.Fn.Body, sub)
}

// body appends a body, in which elements of arrays are computed.
func (e *elements) body(b *core.Builder, body core.Body, sub *core.Subst) []core.Atom {
	for _, s := range body.Stms {
		if e.left--; e.left < 0 {
			*e.ok = false
			return body.Result
		}
		b.Src = s.Src
		if x, ok := s.Exp.(*core.Index); ok {
			sub.Vars[s.Pat[0]] = e.at(b, sub.Atom(x.Arr).(*core.Var), sub.Atoms(x.Idx))
			continue
		}
		n := core.Stm{Exp: e.exp(s.Exp, sub, b.Src), Src: s.Src}
		n.Pat = sub.Binders(s.Pat)
		b.Stms = append(b.Stms, n)
		e.copied(s, n, sub)
	}
	return sub.Atoms(body.Result)
}

// exp is a copy of an expression, in the code of which elements of arrays are computed.
func (e *elements) exp(x core.Exp, sub *core.Subst, src diag.Span) core.Exp {
	_, branch := x.(*core.If)
	if !branch {
		e.nest++
		defer func() { e.nest-- }()
	}
	body := func(in core.Body) core.Body {
		b := &core.Builder{Src: src}
		r := e.body(b, in, sub)
		return b.Body(r...)
	}
	return x.Map(core.Mapper{Atom: sub.Atom, Body: body, Binder: sub.Binder,
		Lambda: func(l *core.Lambda) *core.Lambda {
			n := &core.Lambda{Params: sub.Binders(l.Params)}
			for _, t := range l.Ret {
				n.Ret = append(n.Ret, sub.Type(t))
			}
			n.Body = body(l.Body)
			return n
		},
		Cert: func(c *core.Cert) *core.Cert {
			n := core.NewCert()
			sub.Certs[c] = n
			return n
		}})
}

// copied notes what a copy n of the statement s makes. Where s was written in a sparse form, its map is what elements are computed of.
func (e *elements) copied(s, n core.Stm, sub *core.Subst) {
	for k, v := range s.Pat {
		src := &source{Stm: n, times: e.times, free: true}
		for _, u := range core.FreeInStm(s).List {
			src.free = src.free && !e.names.Consumed(u)
		}
		if old := e.def[v]; old != nil && old.Exp != s.Exp {
			if m, ok := old.Exp.(*core.Map); ok {
				pat := slices.Clone(old.Pat)
				pat[slices.Index(pat, v)] = n.Pat[k]
				src.Stm, src.free = core.Stm{Pat: pat, Exp: sub.Exp(m), Src: s.Src}, old.free
			}
		}
		e.def[n.Pat[k]] = src
		if r, ok := e.zeros[v]; ok {
			e.zeros[n.Pat[k]] = r
		}
	}
}

// at is arr[idx].
func (e *elements) at(b *core.Builder, arr *core.Var, idx []core.Atom) core.Atom {
	if len(idx) == 0 {
		return arr
	}
	if !*e.ok {
		return b.Index(arr, idx...)
	}
	if s := e.def[arr]; s != nil {
		if x := e.computed(b, arr, s, idx); x != nil {
			return x
		}
	}
	if r, ok := e.from[arr]; ok && e.isSeed(r.arr) {
		e.needed[r.i] = true
		return e.at(b, r.arr, append([]core.Atom{r.i}, idx...))
	}
	return b.Index(arr, idx...)
}

// computed is arr[idx] computed from what arr is made of; nil if it is read.
func (e *elements) computed(b *core.Builder, arr *core.Var, s *source, idx []core.Atom) core.Atom {
	k := slices.Index(s.Pat, arr)
	switch x := s.Exp.(type) {
	case *core.Iota:
		if x.T != prim.I64 {
			return nil
		}
		step := b.Prim(prim.Mul, x.T, idx[0], x.Step)
		return b.Prim(prim.Add, x.T, x.Start, step)
	case *core.Replicate:
		if n := len(x.Dims); len(idx) >= n {
			if v := core.AsVar(x.Val); v != nil && s.free {
				return e.at(b, v, idx[n:])
			} else if v == nil {
				return x.Val
			}
		}
	case *core.Rearrange:
		if s.free && len(idx) >= len(x.Perm) {
			inner := slices.Clone(idx)
			for i, p := range x.Perm {
				inner[p] = idx[i]
			}
			return e.at(b, x.Arr, inner)
		}
	case *core.Index:
		if s.free {
			return e.at(b, x.Arr, append(slices.Clone(x.Idx), idx...))
		}
	case *core.Map:
		if s.free && len(x.Accs) == 0 && computable(x.Fn) && e.pays(s, arr) {
			return e.rest(b, e.of(b, x, nil, idx[0])[k], idx[1:])
		}
	case *core.Update:
		return e.updated(b, x, idx)
	case *core.Scatter:
		return e.scattered(b, x, idx)
	case *core.If:
		if s.free && s.times == e.times && e.nest == 0 && !arr.Type.IsScalar() && e.chosen(x) {
			t := arr.Type.Drop(len(idx))
			side := func(body core.Body) func(*core.Builder) []core.Atom {
				return func(b *core.Builder) []core.Atom {
					out := e.body(b, body, core.NewSubst())
					return []core.Atom{e.rest(b, out[k], idx)}
				}
			}
			return b.If(x.Cond, []core.Type{t}, side(x.Then), side(x.Else))[0]
		}
	default: // read where it is
	}
	return nil
}

func (e *elements) rest(b *core.Builder, x core.Atom, idx []core.Atom) core.Atom {
	v := core.AsVar(x)
	if v == nil || len(idx) == 0 {
		return x
	}
	return e.at(b, v, idx)
}

// pays reports whether an element of a map is computed again rather than read: beside its reader, unless it is much to compute and written
// in a sparse form, or where it is one of a seed.
func (e *elements) pays(s *source, arr *core.Var) bool {
	if s.times >= e.times && e.nest == 0 {
		m := s.Exp.(*core.Map)
		return e.region(arr).dense() || opt.Cheap(m.Fn.Body) || trivial(m.Fn.Body)
	}
	return e.isSeed(arr)
}

// isSeed reports whether an array is zero at most places, and little to compute.
func (e *elements) isSeed(arr *core.Var) bool {
	s := e.def[arr]
	if s == nil || !s.free || e.region(arr).dense() {
		return false
	}
	m, ok := s.Exp.(*core.Map)
	return ok && trivial(m.Fn.Body)
}

// chosen reports whether the branches may be written again.
func (e *elements) chosen(x *core.If) bool {
	return computable(&core.Lambda{Body: x.Then}) && computable(&core.Lambda{Body: x.Else})
}

// updated is an element of zeros, some of which were replaced: (a with [i] = x)[j] is x if i = j.
func (e *elements) updated(b *core.Builder, x *core.Update, idx []core.Atom) core.Atom {
	if len(idx) != len(x.Idx) || !x.Val.AtomType().IsScalar() {
		return nil
	}
	return e.replaced(b, x.Arr, x.Idx, x.Val, idx)
}

// scattered is likewise an element of a scatter of one value.
func (e *elements) scattered(b *core.Builder, x *core.Scatter, idx []core.Atom) core.Atom {
	at, val, ok := e.one(x)
	if !ok || len(idx) != 1 {
		return nil
	}
	return e.replaced(b, x.Dest[0], []core.Atom{at}, val, idx)
}

// one is the place and the value of a scatter of one number.
func (w *walk) one(x *core.Scatter) (at, val core.Atom, ok bool) {
	if !core.IsInt(x.W, 1) || len(x.Idx) != 1 || len(x.Vals) != 1 || w.def[x.Idx[0]] == nil || w.def[x.Vals[0]] == nil {
		return nil, nil, false
	}
	is, okI := w.def[x.Idx[0]].Exp.(*core.ArrayLit)
	vs, okV := w.def[x.Vals[0]].Exp.(*core.ArrayLit)
	if !okI || !okV || !vs.Elem.IsScalar() {
		return nil, nil, false
	}
	return is.Elems[0], vs.Elems[0], true
}

// replaced is zeros[idx], where x stands at place.
func (e *elements) replaced(b *core.Builder, zeros *core.Var, place []core.Atom, x core.Atom, idx []core.Atom) core.Atom {
	before := e.def[zeros]
	if before == nil {
		return nil
	}
	switch before.Exp.(type) {
	case *core.Replicate, *core.Update, *core.Scatter:
	default:
		return nil
	}
	old := e.computed(b, zeros, before, idx)
	if old == nil {
		return nil
	}
	var same core.Atom
	for k, i := range idx {
		eq := b.Prim(prim.Eq, prim.I64, place[k], i)
		if same == nil {
			same = eq
		} else {
			same = b.Prim(prim.And, prim.Bool, same, eq)
		}
	}
	one := func(a core.Atom) func(*core.Builder) []core.Atom {
		return func(*core.Builder) []core.Atom { return []core.Atom{a} }
	}
	return b.If(same, []core.Type{core.Prim(x.AtomType().Elem)}, one(x), one(old))[0]
}
