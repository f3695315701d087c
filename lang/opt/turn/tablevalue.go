package turn

import (
	"maps"
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// form is a variable.
func form(v *core.Var) affine.Form { return linear.Of(v) }

// inside reports whether the rows of an addition are rows of the matrix, whatever the iteration.
func (d *table) inside(a addition) bool {
	from, ok := affine.Of(a.rows.Start, d.def)
	count, ok2 := affine.Of(a.rows.Count, d.def)
	rows, ok3 := affine.Of(d.dims[0], d.def)
	return ok && ok2 && ok3 && d.positive(from, a.inner) && d.positive(count, a.inner) && d.positive(rows.Plus(-1, from).Plus(-1, count), a.inner)
}

// positive reports whether a sum is not negative in all iterations, of which there is one.
func (d *table) positive(f affine.Form, inner *core.Loop) bool {
	for _, l := range []*core.Loop{inner, d.e} {
		if l == nil {
			continue
		}
		if k := f.Factor(l.I); k < 0 {
			last, ok := affine.Of(l.Bound, d.def)
			if f = f.Put(l.I, last.Add(-1)); !ok {
				return false
			}
		} else {
			f = f.Without(l.I)
		}
	}
	least := f.C
	for _, t := range f.Terms {
		if core.Atom(t.V) != d.size || t.K < 0 {
			return false
		}
		least += t.K
	}
	return least >= 0
}

// make adds the table to b, as v; it reports false if a value is not known outside of the loop.
func (d *table) make(b *core.Builder, v *core.Var) bool {
	d.tapes = map[*core.Var]*core.Var{}
	ok := true
	indices := func(b *core.Builder, n core.Atom) []*core.Var {
		return []*core.Var{b.Let("iota", &core.Iota{N: n, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})}
	}
	in := &core.Builder{Src: b.Src}
	in.Map(d.dims[0], indices(in, d.dims[0]), func(b *core.Builder, i []*core.Var) []core.Atom {
		return core.Atoms(b.Map(d.dims[1], indices(b, d.dims[1]), func(b *core.Builder, c []*core.Var) []core.Atom {
			d.at = c[0]
			if d.col.Factor(d.e.I) < 0 {
				d.at = affine.Atom(d.col.Without(d.e.I).Plus(-1, form(c[0])), b)
			}
			sum := d.fill
			for _, a := range d.adds {
				x := d.added(b, a, i[0])
				if ok = ok && x != nil; !ok {
					return []core.Atom{d.fill}
				}
				sum = b.Prim(prim.Add, v.Type.Elem, sum, x)
			}
			return []core.Atom{sum}
		}))
	})
	if ok {
		in.Stms[len(in.Stms)-1].Pat = []*core.Var{v}
		b.Stms = append(b.Stms, in.Stms...)
	}
	return ok
}

// added is what an addition adds in row i; nil if that is not known.
func (d *table) added(b *core.Builder, a addition, i *core.Var) core.Atom {
	env := &iteration{table: d, vars: map[*core.Var]core.Atom{d.e.I: d.at}, ok: true}
	var place, count core.Atom
	switch {
	case a.inner != nil:
		f, _ := affine.Of(a.rows.Start, d.def)
		k := f.Factor(a.inner.I)
		if k != 1 && k != -1 {
			return nil
		}
		rest := env.sum(b, f.Without(a.inner.I))
		if place = b.Prim(prim.Sub, prim.I64, i, rest); k < 0 {
			place = b.Prim(prim.Sub, prim.I64, rest, i)
		}
		count = env.atom(b, a.inner.Bound)
		env.vars[a.inner.I] = place
	default:
		place, count = b.Prim(prim.Sub, prim.I64, i, env.atom(b, a.rows.Start)), env.atom(b, a.rows.Count)
	}
	if !env.ok {
		return nil
	}
	low, high := b.Prim(prim.Le, prim.I64, core.IntC(0), place), b.Prim(prim.Lt, prim.I64, place, count)
	t := d.fill.AtomType()
	x := b.If(b.Prim(prim.And, prim.Bool, low, high), []core.Type{t}, func(b *core.Builder) []core.Atom {
		if v, ok := a.val.(*core.Var); ok && !v.Type.IsScalar() {
			return []core.Atom{env.element(b, v, []core.Atom{place})}
		}
		return []core.Atom{env.atom(b, a.val)}
	}, func(*core.Builder) []core.Atom { return []core.Atom{core.Zero(t.Elem)} })[0]
	if !env.ok {
		return nil
	}
	return x
}

// iteration computes what one computes, once more.
type iteration struct {
	*table
	vars map[*core.Var]core.Atom
	ok   bool
}

// fail notes that something is not known, and gives what stands for it.
func (t *iteration) fail(like core.Type) core.Atom {
	t.ok = false
	return core.Zero(like.Elem)
}

// sum is a sum of indices.
func (t *iteration) sum(b *core.Builder, f affine.Form) core.Atom {
	for _, x := range f.Terms {
		if t.bound[x.V] {
			g, ok := t.atom(b, x.V).(*core.Var)
			if !ok {
				return t.fail(core.I64)
			}
			f = f.Put(x.V, form(g))
		}
	}
	return affine.Atom(f, b)
}

// atom is a number. Those of an iteration of the loop that are no indices are taped.
func (t *iteration) atom(b *core.Builder, a core.Atom) core.Atom {
	v, ok := a.(*core.Var)
	if !ok || !t.bound[v] {
		return a
	} else if x := t.vars[v]; x != nil {
		return x
	}
	if v.Type.Elem.IsFloat() && slices.ContainsFunc(t.e.Body.Stms, func(s core.Stm) bool { return slices.Contains(s.Pat, v) }) {
		if t.tapes[v] == nil {
			t.taped, t.tapes[v] = append(t.taped, v), core.NewVar(v.Name, v.Type.Of(t.size))
		}
		return b.Index(t.tapes[v], t.at)
	}
	switch e := t.def(v).(type) {
	case *core.PrimApp:
		if !e.MayFail() {
			t.vars[v] = b.Prim(e.Op, e.T, t.atoms(b, e.Args)...)
			return t.vars[v]
		}
	case *core.Index:
		return t.element(b, e.Arr, t.atoms(b, e.Idx))
	case *core.Use:
		return t.atom(b, e.Atom)
	default: // a choice, or a sum
	}
	return t.fail(v.Type)
}

func (t *iteration) atoms(b *core.Builder, as []core.Atom) []core.Atom {
	out := make([]core.Atom, len(as))
	for k, a := range as {
		out[k] = t.atom(b, a)
	}
	return out
}

// element is an element of an array: one that is there outside of the loop, or one that maps and parts make of such.
func (t *iteration) element(b *core.Builder, v *core.Var, idx []core.Atom) core.Atom {
	if !t.bound[v] {
		return b.Index(v, idx...)
	}
	switch e := t.def(v).(type) {
	case *core.Slice:
		at := slices.Clone(idx)
		for k, s := range e.Dims {
			at[k] = t.place(b, s.Start, s.Stride, idx[k])
		}
		return t.element(b, e.Arr, at)
	case *core.Index:
		return t.element(b, e.Arr, append(t.atoms(b, e.Idx), idx...))
	case *core.Rearrange:
		at := slices.Clone(idx)
		for k, p := range e.Perm {
			at[p] = idx[k]
		}
		return t.element(b, e.Arr, at)
	case *core.Iota:
		if e.T == prim.I64 {
			return t.place(b, e.Start, e.Step, idx[0])
		}
	case *core.Map:
		k := slices.Index(t.defs[v].Pat, v)
		if len(e.Accs) > 0 || len(idx) != 1 {
			break
		}
		in := &iteration{table: t.table, vars: maps.Clone(t.vars), ok: true}
		free := core.FreeInBody(core.Needed(core.Body{Stms: e.Fn.Body.Stms, Result: e.Fn.Body.Result[k : k+1]}))
		for j, p := range e.Fn.Params {
			if free.Has(p) {
				in.vars[p] = t.element(b, e.Arrs[j], idx)
			}
		}
		x := in.atom(b, e.Fn.Body.Result[k])
		t.ok = t.ok && in.ok
		return x
	default: // work, or an array that changes
	}
	return t.fail(v.Type)
}

// place is a place of a part: from + stride * i.
func (t *iteration) place(b *core.Builder, from, stride, i core.Atom) core.Atom {
	if !core.IsInt(stride, 1) {
		i = b.Prim(prim.Mul, prim.I64, i, t.atom(b, stride))
	}
	if core.IsInt(from, 0) {
		return i
	}
	return b.Prim(prim.Add, prim.I64, t.atom(b, from), i)
}
