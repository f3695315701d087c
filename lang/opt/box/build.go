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

// update is the map m of a statement as an update of the box.
func (b *box) update(st core.Stm, m *core.Map) []core.Stm {
	out := &core.Builder{Src: st.Src}
	var ps []place
	single := true
	for d, s := range b.spans {
		p := b.place(out, s, b.old.Type.Dims[d])
		for e := range d { // one size has one name
			if b.old.Type.Dims[e] == b.old.Type.Dims[d] && b.spans[e].equal(s) {
				p = ps[e]
			}
		}
		ps, single = append(ps, p), single && p.one
	}
	v := core.NewVar("new", b.old.Type)
	mk := &maker{box: b, places: ps, single: single, counts: map[*core.Var]*core.Var{}}
	val := mk.part(out, core.Body{Stms: []core.Stm{{Pat: []*core.Var{v}, Exp: m, Src: st.Src}}, Result: []core.Atom{v}}, 0)
	if single {
		var idx []core.Atom
		for _, p := range ps {
			idx = append(idx, p.Start)
		}
		out.Add(st.Pat, &core.Update{Arr: b.old, Idx: idx, Val: val})
		return out.Stms
	}
	out.Add(st.Pat, &core.UpdateSlice{Arr: b.old, Dims: mk.dims(0), Val: val.(*core.Var)})
	return out.Stms
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
			out.Add(s.Pat, m.compared(out, s.Exp))
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

// compared is a comparison of indices as one of the counters of the new maps, if that is shorter: a < b + i of a + j < b + i.
func (m *maker) compared(out *core.Builder, e core.Exp) core.Exp {
	c, ok := e.(*core.PrimApp)
	if !ok || c.T != prim.I64 || c.Op != prim.Lt && c.Op != prim.Le && c.Op != prim.Eq {
		return e
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
