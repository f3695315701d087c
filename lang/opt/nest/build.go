package nest

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// build makes the statements that come in the place of the loop.
func (p *plan) build() []core.Stm {
	b := &core.Builder{Src: p.st.Src}
	for _, ws := range p.writes {
		for _, w := range ws {
			p.fix(b, w)
		}
	}
	w := p.width(b)
	is := b.Let("is", &core.Iota{N: w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	outs := p.run(b, w, is)
	at := 0
	for k, ws := range p.writes {
		if p.adds[k] != nil {
			continue
		}
		if ws == nil && p.sums[k] == nil {
			b.Add(p.st.Pat[k:k+1], &core.Use{Atom: p.e.Init[k]})
			continue
		}
		for j, x := range ws {
			arr := core.AsVar(p.e.Init[k])
			if j > 0 {
				arr = core.AsVar(b.Stms[len(b.Stms)-1].Pat[0])
			}
			p.put(b, x, arr, outs[at], w)
			at++
		}
		if len(ws) > 0 {
			b.Stms[len(b.Stms)-1].Pat = p.st.Pat[k : k+1]
		}
	}
	for k, op := range p.sums {
		if op == nil {
			continue
		}
		v := p.e.Params[k]
		ne, _ := neutral(op, v.Type.Elem)
		sum := b.Let("sum", &core.Reduce{W: w, Fn: core.BinOp(op, v.Type.Elem), Ne: []core.Atom{ne}, Arrs: []*core.Var{outs[at]}, Comm: true})
		at++
		last := core.Exp(&core.PrimApp{Op: op, T: v.Type.Elem, Args: []core.Atom{p.e.Init[k], sum}})
		if core.IsConst(p.e.Init[k], ne.Scalar) {
			last = &core.Use{Atom: sum}
		}
		b.Add(p.st.Pat[k:k+1], last)
	}
	p.runs.LearnOutside(b.Stms)
	return b.Stms
}

// run adds the map over the iterations, and gives its arrays.
func (p *plan) run(b *core.Builder, w core.Atom, is *core.Var) []*core.Var {
	accs := p.accs()
	i := core.NewVar("p", core.I64)
	m := &core.Map{W: w, Arrs: []*core.Var{is}, Fn: &core.Lambda{Params: append(accs, i)}}
	m.Fn.Body = b.Sub(func(b *core.Builder) []core.Atom { return p.iteration(b, i) })
	m.Fn.Ret = core.AtomTypes(m.Fn.Body.Result)
	if len(accs) == 0 {
		return b.Bind("map", m)
	}
	e := &core.WithAcc{Fn: &core.Lambda{}}
	var pat []*core.Var
	for k, v := range p.adds {
		if v == nil {
			continue
		}
		t := v.Type.Elem
		ne, _ := p.op.Neutral(t)
		e.Accs = append(e.Accs, core.AccInput{Arr: core.AsVar(p.e.Init[k]), Op: core.BinOp(p.op, t), Ne: core.Const{Scalar: ne}, Cert: v.Type.Cert})
		e.Fn.Params = append(e.Fn.Params, core.NewVar(v.Name, v.Type))
		pat = append(pat, p.st.Pat[k])
	}
	m.Accs = e.Fn.Params
	e.Fn.Body = b.Sub(func(b *core.Builder) []core.Atom { return core.Atoms(b.Bind("map", m)) })
	e.Fn.Ret = core.AtomTypes(e.Fn.Body.Result)
	for _, t := range e.Fn.Ret[len(accs):] {
		pat = append(pat, core.NewVar("map", t))
	}
	b.Add(pat, e)
	return pat[len(accs):]
}

// fix computes where a write starts in the dimensions along which it does not move.
func (p *plan) fix(b *core.Builder, w *write) {
	for k := range w.dims {
		if k != w.dim && !p.fixed(w.dims[k].Start) {
			w.dims[k].Start = w.starts[k].In(b)
		}
	}
}

// width is how many points the map has.
func (p *plan) width(b *core.Builder) core.Atom {
	if p.size != nil {
		return p.size
	}
	return trips(b, p.e, p.runs)
}

// iteration is what the loop's body computes for point i.
func (p *plan) iteration(b *core.Builder, i core.Atom) []core.Atom {
	if p.back {
		i = b.Prim(prim.Sub, prim.I64, plus(b, p.size, -1), i)
	}
	s := core.NewSubst()
	s.Vars[p.e.I] = i
	result := []core.Atom{}
	for k, v := range p.e.Params {
		if s.Vars[v] = p.e.Init[k]; p.adds[k] != nil {
			result = append(result, p.body.Result[k])
		}
	}
	body := s.Body(core.Body{Stms: p.body.Stms, Result: append(result, p.outs...)})
	b.Stms = append(b.Stms, body.Stms...)
	return body.Result
}

// put writes the values of all iterations in an array: it is the value itself if that is the whole array.
func (p *plan) put(b *core.Builder, w *write, arr, val *core.Var, width core.Atom) {
	n := &write{dims: slices.Clone(w.dims), points: slices.Clone(w.points)}
	d := &n.dims[w.dim]
	n.points[w.dim] = false
	if p.size != nil {
		*d = core.DimSlice{Start: core.IntC(0), Count: width, Stride: core.IntC(1)}
	} else {
		*d = core.DimSlice{Start: w.starts[w.dim].In(b), Count: width, Stride: core.IntC(w.by)}
	}
	if at := n.open(w.dim); at > 0 {
		perm := []int{}
		for k := range at {
			perm = append(perm, k+1)
		}
		val = b.Let(val.Name, &core.Rearrange{Perm: append(perm, 0), Arr: val})
	}
	n.val = val
	points := n.leading(arr.Type)
	var e core.Exp
	switch {
	case points == 0:
		e = &core.Use{Atom: val}
	case points > 0:
		u := &core.Update{Arr: arr, Val: val}
		for _, d := range n.dims[:points] {
			u.Idx = append(u.Idx, d.Start)
		}
		e = u
	default:
		var shape []core.Atom
		for _, d := range n.dims {
			shape = append(shape, d.Count)
		}
		if slices.Contains(n.points, true) {
			val = b.Let(val.Name, &core.Reshape{Dims: shape, Arr: val})
		}
		e = &core.UpdateSlice{Arr: arr, Dims: n.dims, Val: val}
	}
	if points != 0 {
		p.n.writes[e] = n
	}
	b.Add([]*core.Var{core.NewVar(arr.Name, arr.Type)}, e)
}

// open is how many dimensions before one the value has.
func (w *write) open(dim int) (n int) {
	for _, point := range w.points[:dim] {
		if !point {
			n++
		}
	}
	return n
}

// leading is how many points there are in front if all other dimensions are written as a whole, else -1.
func (w *write) leading(t core.Type) int {
	n := 0
	for n < len(w.points) && w.points[n] {
		n++
	}
	for k, d := range w.dims[n:] {
		if w.points[n+k] || !core.IsInt(d.Start, 0) || d.Count != t.Dims[n+k] || !core.IsInt(d.Stride, 1) {
			return -1
		}
	}
	return n
}

// plus is x + c.
func plus(b *core.Builder, x core.Atom, c int64) core.Atom {
	if c == 0 {
		return x
	}
	return b.Prim(prim.Add, prim.I64, x, core.IntC(c))
}
