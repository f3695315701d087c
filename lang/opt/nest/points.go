package nest

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// Note [Loops of maps]
//
// Programs that take many points through time at once carry arrays, and each step is a map. Where what an element becomes depends on what lies
// at its own place alone, the points do not wait for each other:
//
//	loop (x, ys) for t < n do                            map w (\i ->
//	  let u = map2 f x a[t]                  becomes       loop (x, ys) = (x0[i], ys0[:, i]) for t < n do
//	  in (u, ys with [t] = u)                                let u = f x a[t, i] in (u, ys with [t] = u))
//
// What is carried stays in registers then, nothing is launched in between, and the derivative's tape is that of a point. The work is the
// same. Each row of an array that is written in steps is written by all points, so the result is its transpose. [Allen, Kennedy: Optimizing
// Compilers for Modern Architectures, 5.2: loop interchange, where no dependence is carried in the other order]

// points is a loop of maps as a map of loops.
type points struct {
	n     *nester
	e     *core.Loop
	b     *core.Builder // the loop's body for one point
	w     core.Atom
	i     *core.Var               // the point
	el    map[*core.Var]core.Atom // elements of arrays of the loop at the point
	cols  map[*core.Var]*core.Var // columns of arrays of rows at the point
	carry []*core.Var             // by parameter
	maps  int
}

// points makes a map of loops of a loop whose body is maps of elements that lie at one place; nil if it is none.
func (n *nester) points(st core.Stm, e *core.Loop, runs *region.Runs) []core.Stm {
	p := &points{n: n, e: e, b: &core.Builder{Src: st.Src}, i: core.NewVar("i", core.I64), el: map[*core.Var]core.Atom{}, cols: map[*core.Var]*core.Var{}}
	if !p.params() {
		return nil
	}
	for _, s := range e.Body.Stms {
		p.b.Src = s.Src
		if !p.stm(s) {
			return nil
		}
	}
	var out []core.Atom
	for k, a := range e.Body.Result {
		v, ok := a.(*core.Var)
		if !ok {
			return nil
		}
		if p.carry[k].Type.IsScalar() {
			out = append(out, p.element(v))
			continue
		}
		c := p.cols[v]
		if c == nil {
			return nil
		}
		out = append(out, c)
	}
	code := p.b.Body(out...)
	if p.maps == 0 || slices.ContainsFunc(core.FreeInBody(code).List, p.own) {
		return nil
	}
	return p.build(st, code, runs)
}

// params finds what a point carries of each parameter: an element of a vector, or a column of an array of rows.
func (p *points) params() bool {
	for _, v := range p.e.Params {
		if v.Type.Rank() == 1 {
			p.w = v.Type.Dims[0]
		}
	}
	for _, v := range p.e.Params {
		switch r := v.Type.Rank(); {
		case r == 1 && v.Type.Dims[0] == p.w:
			x := core.NewVar(v.Name, v.Type.Row())
			p.carry, p.el[v] = append(p.carry, x), x
		case r == 2 && v.Type.Dims[1] == p.w:
			x := core.NewVar(v.Name, core.Prim(v.Type.Elem).Of(v.Type.Dims[0]))
			p.carry, p.cols[v] = append(p.carry, x), x
		default:
			return false
		}
	}
	return p.w != nil
}

// own reports whether a variable is an array of the loop.
func (p *points) own(v *core.Var) bool { return p.el[v] != nil || p.cols[v] != nil }

// element is that of a vector at the point.
func (p *points) element(v *core.Var) core.Atom {
	if x := p.el[v]; x != nil {
		return x
	}
	return p.b.Index(v, p.i)
}

// elements are those of arrays that go along with the points; not ok if some do not.
func (p *points) elements(vs []*core.Var) (out []core.Atom, ok bool) {
	for _, v := range vs {
		if p.cols[v] != nil || v.Type.Rank() == 0 || v.Type.Dims[0] != p.w {
			return nil, false
		}
		out = append(out, p.element(v))
	}
	return out, true
}

// stm takes a statement over; false if it is not for one point.
func (p *points) stm(s core.Stm) bool {
	switch x := s.Exp.(type) {
	case *core.Map:
		return p.mapped(s, x)
	case *core.Update:
		c, val := p.cols[x.Arr], core.AsVar(x.Val)
		if c == nil || len(x.Idx) != 1 || val == nil {
			return false
		}
		xs, ok := p.elements([]*core.Var{val})
		if ok {
			p.cols[s.Pat[0]] = p.b.Let(c.Name, &core.Update{Arr: c, Idx: x.Idx, Val: xs[0]})
		}
		return ok
	case *core.Index:
		if c := p.cols[x.Arr]; c != nil && len(x.Idx) == 1 {
			p.el[s.Pat[0]] = p.b.Index(c, x.Idx...)
			return true
		}
	case *core.Use:
		if v := core.AsVar(x.Atom); v != nil && p.own(v) {
			p.same(s.Pat[0], v)
			return true
		}
	case *core.Copy:
		if p.el[x.Arr] != nil {
			p.same(s.Pat[0], x.Arr)
			return true
		}
	case *core.Iota:
		if x.N == p.w && x.T == prim.I64 {
			p.el[s.Pat[0]] = p.i
			if !core.IsInt(x.Start, 0) || !core.IsInt(x.Step, 1) {
				p.el[s.Pat[0]] = p.b.Prim(prim.Add, prim.I64, x.Start, p.b.Prim(prim.Mul, prim.I64, x.Step, p.i))
			}
			return true
		}
	case *core.Replicate:
		if len(x.Dims) == 1 && x.Dims[0] == p.w && x.Val.AtomType().IsScalar() {
			p.el[s.Pat[0]] = x.Val
			return true
		}
	default: // stays if it costs nothing
	}
	return p.keep(s)
}

// same gives what a variable stands for another name.
func (p *points) same(name, v *core.Var) {
	if x := p.el[v]; x != nil {
		p.el[name] = x
		return
	}
	p.cols[name] = p.cols[v]
}

// keep takes over what each point does again: numbers and views that do not depend on the points.
func (p *points) keep(s core.Stm) bool {
	switch x := s.Exp.(type) {
	case *core.PrimApp:
		if x.MayFail() {
			return false
		}
	case *core.Index, *core.Rearrange, *core.Use:
	default: // work
		return false
	}
	if slices.ContainsFunc(core.FreeInStm(s).List, p.own) {
		return false
	}
	p.b.Stms = append(p.b.Stms, s)
	return true
}

// mapped takes over the body of a map over the points that gives numbers.
func (p *points) mapped(s core.Stm, m *core.Map) bool {
	if m.W != p.w || len(m.Accs) > 0 || len(s.Pat) == 0 || wideInside(m.Fn.Body) {
		return false
	}
	for _, t := range m.Fn.Ret {
		if !t.IsScalar() {
			return false
		}
	}
	args, ok := p.elements(m.Arrs)
	if !ok {
		return false
	}
	at := len(p.b.Stms)
	out := p.b.Inline(m.Fn, args...)
	code := core.Body{Stms: p.atPoint(p.b.Stms[at:]), Result: out}
	p.b.Stms = append(p.b.Stms[:at:at], code.Stms...)
	for k, v := range s.Pat {
		p.el[v] = out[k]
	}
	p.maps++
	return true
}

// atPoint puts the element of an array at the point in the place of code that reads it there.
func (p *points) atPoint(stms []core.Stm) []core.Stm {
	out := make([]core.Stm, len(stms))
	for k, s := range stms {
		out[k] = s
		if x, ok := s.Exp.(*core.Index); ok && len(x.Idx) == 1 && x.Idx[0] == core.Atom(p.i) && p.el[x.Arr] != nil {
			out[k].Exp = &core.Use{Atom: p.el[x.Arr]}
		}
	}
	return out
}

// wideInside reports whether code has parallel nodes of any width.
func wideInside(b core.Body) bool {
	wide := false
	core.Walk(b, func(s core.Stm) {
		switch x := s.Exp.(type) {
		case *core.Map:
			_, few := core.IntConst(x.W)
			wide = wide || !few
		case *core.Reduce:
			_, few := core.IntConst(x.W)
			wide = wide || !few
		case *core.Scan, *core.Hist, *core.Scatter, *core.WithAcc, *core.Diff:
			wide = true
		default: // of one thread
		}
	})
	return wide
}

// build makes the map of loops.
func (p *points) build(st core.Stm, code core.Body, runs *region.Runs) []core.Stm {
	b := &core.Builder{Src: st.Src}
	arrs := []*core.Var{b.Let("is", &core.Iota{N: p.w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})}
	fn := &core.Lambda{Params: []*core.Var{p.i}}
	in := &core.Builder{Src: st.Src}
	loop := &core.Loop{Params: p.carry, I: p.e.I, Bound: p.e.Bound, Body: code}
	for k, v := range p.carry {
		init := core.AsVar(p.e.Init[k])
		fn.Ret = append(fn.Ret, v.Type)
		if r, ok := p.n.defs[init].(*core.Replicate); ok && r.Val.AtomType().IsScalar() {
			loop.Init = append(loop.Init, in.Replicate(r.Val, v.Type.Dims...))
			continue
		}
		if !v.Type.IsScalar() {
			init = b.Let(init.Name, &core.Rearrange{Perm: []int{1, 0}, Arr: init})
		}
		x := core.NewVar(v.Name, v.Type)
		arrs, fn.Params = append(arrs, init), append(fn.Params, x)
		if !v.Type.IsScalar() {
			x = in.Let(v.Name, &core.Copy{Arr: x})
		}
		loop.Init = append(loop.Init, x)
	}
	var last []*core.Var
	for _, v := range p.carry {
		last = append(last, core.NewVar(v.Name, v.Type))
	}
	in.Add(last, loop)
	fn.Body = in.Body(core.Atoms(last)...)
	fn = core.Rename(fn)
	pat := slices.Clone(st.Pat)
	for k, v := range p.carry {
		if !v.Type.IsScalar() {
			pat[k] = core.NewVar(v.Name, core.Prim(v.Type.Elem).Of(p.w, v.Type.Dims[0]))
		}
	}
	b.Add(pat, &core.Map{W: p.w, Arrs: arrs, Fn: fn})
	for k, v := range pat {
		if v != st.Pat[k] {
			b.Add(st.Pat[k:k+1], &core.Rearrange{Perm: []int{1, 0}, Arr: v})
		}
	}
	runs.LearnOutside(b.Stms)
	end := len(fn.Body.Stms) - 1
	fn.Body.Stms = append(fn.Body.Stms[:end:end], p.n.inner(fn.Body.Stms[end])...)
	return b.Stms
}
