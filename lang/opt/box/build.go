package box

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// place is where an index of the box runs.
type place struct {
	core.DimSlice
	whole, one, exact bool // all of the dimension, exactly one index, from where the span says
}

// change is a part as it is after the map: a value, and where it is.
type change struct {
	val    core.Atom
	dims   []core.DimSlice
	single bool // one element, or one row
}

// update is the map m of a statement as updates of what it changes. All that they put there is computed first, of what was there; what has most
// dimensions comes last, beside its update, which so is made in place.
func (b *box) update(st core.Stm, m *core.Map) []core.Stm {
	out := &core.Builder{Src: st.Src}
	slices.SortStableFunc(b.parts, func(p, q part) int { return b.wide(p) - b.wide(q) })
	var all []change
	for k, p := range b.parts {
		c := b.change(out, st, m, p, k > 0)
		if v := core.AsVar(c.val); k < len(b.parts)-1 && v != nil && !v.Type.IsScalar() && !b.isNew(v, out.Stms) {
			c.val = out.Let(v.Name, &core.Copy{Arr: v}) // it may be a part of the old array
		}
		all = append(all, c)
	}
	slices.Reverse(all)
	arr := b.old
	for k, c := range all {
		pat := core.NewVar(arr.Name, arr.Type)
		if k == len(all)-1 {
			pat = st.Pat[0]
		}
		e := core.Exp(&core.UpdateSlice{Arr: arr, Dims: c.dims, Val: core.AsVar(c.val)})
		if c.single {
			var idx []core.Atom
			for _, d := range c.dims {
				idx = append(idx, d.Start)
			}
			e = &core.Update{Arr: arr, Idx: idx, Val: c.val}
		}
		out.Add([]*core.Var{pat}, e)
		arr = pat
	}
	return out.Stms
}

// isNew reports whether an array is made by a map, in the code that is given or before.
func (b *box) isNew(v *core.Var, stms []core.Stm) bool {
	e := b.defs[v]
	for _, s := range stms {
		if slices.Contains(s.Pat, v) {
			e = s.Exp
		}
	}
	_, is := e.(*core.Map)
	return is
}

// wide is the number of dimensions along which a part has more than one place.
func (b *box) wide(p part) (n int) {
	for _, s := range p.spans {
		if !s.one() {
			n++
		}
	}
	return n + b.old.Type.Rank() - len(p.spans)
}

// change makes a part, with names of its own if the map has made another one.
func (b *box) change(out *core.Builder, st core.Stm, m *core.Map, p part, again bool) change {
	b.spans = p.spans
	in := &core.Builder{Src: st.Src}
	var ps []place
	c := change{single: true}
	for d, s := range b.spans {
		p := b.place(in, s, b.old.Type.Dims[d])
		for e := range d { // one size has one name
			if b.old.Type.Dims[e] == b.old.Type.Dims[d] && b.spans[e].equal(s) {
				p = ps[e]
			}
		}
		ps, c.single = append(ps, p), c.single && p.one
	}
	v := core.NewVar("new", b.old.Type)
	mk := &maker{box: b, places: ps, single: c.single, counts: map[*core.Var]*core.Var{}}
	c.val = mk.part(in, core.Body{Stms: []core.Stm{{Pat: []*core.Var{v}, Exp: m, Src: st.Src}}, Result: []core.Atom{v}}, 0)
	c.dims = mk.dims(0)
	body := in.Body(c.val)
	if again {
		sub := core.NewSubst()
		body = sub.Body(body)
		c.val = body.Result[0]
		for d, s := range c.dims {
			c.dims[d] = core.DimSlice{Start: sub.Atom(s.Start), Count: sub.Atom(s.Count), Stride: s.Stride}
		}
	}
	out.Stms = append(out.Stms, body.Stms...)
	return c
}

// place computes where an index runs, within 0 and n.
func (b *box) place(out *core.Builder, s span, n core.Atom) place {
	size, known := affine.Of(n, b.def)
	low, high := form{}, size
	within := func(f form) (a core.Atom, exact bool) {
		a = affine.Atom(f, out)
		low, high := b.notNegative(f), known && b.notNegative(size.Plus(-1, f))
		if !low {
			a = out.Prim(prim.Max, prim.I64, a, core.IntC(0))
		}
		if !high {
			a = out.Prim(prim.Min, prim.I64, a, n)
		}
		return a, low && high
	}
	p := place{DimSlice: core.DimSlice{Start: core.IntC(0), Count: n, Stride: core.IntC(1)}, whole: s == (span{})}
	if p.whole {
		return p
	}
	end, sure := n, known
	if s.low != nil {
		low = *s.low
		p.Start, p.exact = within(low)
		sure = sure && p.exact
	}
	if s.high != nil {
		var exact bool
		high = *s.high
		end, exact = within(high)
		sure = sure && exact
	}
	if d := high.Plus(-1, low); sure && b.notNegative(d) {
		p.one = len(d.Terms) == 0 && d.C == 1
		p.Count = affine.Atom(d, out)
	} else {
		p.Count = out.Prim(prim.Max, prim.I64, out.Prim(prim.Sub, prim.I64, end, p.Start), core.IntC(0))
	}
	return p
}

// maker makes the code of a box.
type maker struct {
	*box
	places []place
	single bool                    // the box is one element, or one row
	counts map[*core.Var]*core.Var // the counters of the new maps by the indices
}

// dims are those of the box from one on.
func (m *maker) dims(depth int) (out []core.DimSlice) {
	for _, p := range m.places[min(depth, len(m.places)):] {
		out = append(out, p.DimSlice)
	}
	return out
}

// part adds the code of a body, in which depth indices are bound, and gives the part of its result that is in the box.
func (m *maker) part(out *core.Builder, body core.Body, depth int) core.Atom {
	k, st := made(body)
	var res core.Atom
	for j, s := range body.Stms {
		out.Src = s.Src
		if j != k {
			out.Add(s.Pat, m.compared(out, s))
			continue
		}
		if e, ok := s.Exp.(*core.If); ok {
			res = m.branch(out, e, depth)
		} else if e := m.along(st, depth); e != nil && depth < len(m.places) {
			res = m.points(out, e, depth)
		} else {
			out.Add(s.Pat, s.Exp)
		}
	}
	if res != nil {
		return res
	}
	res = body.Result[0]
	if m.rest(depth) {
		return res
	}
	if m.single {
		var idx []core.Atom
		for _, p := range m.places[depth:] {
			idx = append(idx, p.Start)
		}
		return out.Index(res.(*core.Var), idx...)
	}
	return out.Let("part", &core.Slice{Arr: res.(*core.Var), Dims: m.dims(depth)})
}

// rest reports whether the box has all of the dimensions from one on.
func (m *maker) rest(depth int) bool {
	for _, p := range m.places[min(depth, len(m.places)):] {
		if !p.whole {
			return false
		}
	}
	return true
}

// typ is the type of the box where depth indices are bound.
func (m *maker) typ(depth int) core.Type {
	t := core.Type{Elem: m.old.Type.Elem}
	for d, n := range m.old.Type.Dims[depth:] {
		if d += depth; d < len(m.places) {
			if m.single {
				continue
			}
			n = m.places[d].Count
		}
		t.Dims = append(t.Dims, n)
	}
	return t
}

// branch is what a branch gives of the box.
func (m *maker) branch(out *core.Builder, e *core.If, depth int) core.Atom {
	in := func(b core.Body) func(*core.Builder) []core.Atom {
		return func(out *core.Builder) []core.Atom { return []core.Atom{m.part(out, b, depth)} }
	}
	if yes, known := m.holds(e.Cond); known {
		if yes {
			return in(e.Then)(out)[0]
		}
		return in(e.Else)(out)[0]
	}
	return out.If(e.Cond, []core.Type{m.typ(depth)}, in(e.Then), in(e.Else))[0]
}

// points are those of a map in the box.
func (m *maker) points(out *core.Builder, e *core.Map, depth int) core.Atom {
	p := m.places[depth]
	if m.single {
		for j, a := range e.Arrs {
			x := core.Exp(&core.Index{Arr: a, Idx: []core.Atom{p.Start}})
			if m.index[e.Fn.Params[j]] != nil {
				x = &core.Use{Atom: p.Start}
			}
			out.Add([]*core.Var{e.Fn.Params[j]}, x)
		}
		return m.part(out, e.Fn.Body, depth+1)
	}
	n := &core.Map{W: p.Count, Fn: &core.Lambda{Ret: []core.Type{m.typ(depth + 1)}}}
	in := &core.Builder{Src: out.Src}
	for j, a := range e.Arrs {
		x := e.Fn.Params[j]
		switch {
		case m.index[x] != nil:
			a = out.Let("iota", &core.Iota{N: p.Count, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
			i := core.NewVar(x.Name, core.I64)
			m.counts[m.count[depth]] = i
			in.Add([]*core.Var{x}, &core.PrimApp{Op: prim.Add, T: prim.I64, Args: []core.Atom{i, p.Start}})
			x = i
		case !p.whole:
			a = out.Let(a.Name, &core.Slice{Arr: a, Dims: []core.DimSlice{p.DimSlice}})
		}
		n.Arrs, n.Fn.Params = append(n.Arrs, a), append(n.Fn.Params, x)
	}
	n.Fn.Body = in.Body(m.part(in, e.Fn.Body, depth+1))
	return out.Let("map", n)
}

// compared is a comparison of indices: what it is in all of the part, or one of the counters of the new maps, if that is shorter: a < b + i of a + j < b + i.
func (m *maker) compared(out *core.Builder, s core.Stm) core.Exp {
	e := s.Exp
	c, ok := e.(*core.PrimApp)
	if !ok || c.T != prim.I64 || c.Op != prim.Lt && c.Op != prim.Le && c.Op != prim.Eq {
		return e
	}
	if yes, known := m.holds(s.Pat[0]); known {
		return &core.Use{Atom: core.BoolC(yes)}
	}
	x, ok := m.sum(c.Args[0])
	y, ok2 := m.sum(c.Args[1])
	d := y.Plus(-1, x)
	n, put := len(d.Terms), false
	for i, now := range m.counts {
		k := slices.Index(m.count, i)
		if d.Factor(i) != 0 && m.places[k].exact {
			d, put = d.Put(i, linear.Of(now).Plus(1, *m.spans[k].low)), true
		}
	}
	if !ok || !ok2 || len(d.Terms) > n || !put {
		return e
	}
	var less, more form
	for _, t := range d.Terms {
		if t.K < 0 {
			less = less.Plus(-t.K, linear.Of(t.V))
		} else {
			more = more.Plus(t.K, linear.Of(t.V))
		}
	}
	less.C, more.C = max(-d.C, 0), max(d.C, 0)
	return &core.PrimApp{Op: c.Op, T: c.T, Args: []core.Atom{affine.Atom(less, out), affine.Atom(more, out)}}
}
