package sparse

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// transposed: rows that are zero but at a few places, transposed. The zeros need not be moved:
//
//	transpose (map (\i -> scatter (replicate m 0) (is i) (vs i)) (iota n))
//	scatter_2d (replicate (m, n) 0) (flatten (map (\i -> zip (is i) (replicate k i)) (iota n))) (flatten (map vs (iota n)))
//
//	transpose (map (\i -> with_acc (replicate m 0) (\acc -> .. update_acc acc [j] x ..)) (iota n))
//	with_acc (replicate (m, n) 0) (\acc -> map (\i -> .. update_acc acc [j, i] x ..) (iota n))
func (w *walk) transposed(s core.Stm, e *core.Rearrange) bool {
	src := w.def[e.Arr]
	if src == nil || src.times != w.times || w.uses[e.Arr] != 1 || e.Arr.Type.Rank() != 2 || !slices.Equal(e.Perm, []int{1, 0}) || w.region(e.Arr).dense() {
		return false
	}
	m, ok := src.Exp.(*core.Map)
	if !ok || len(m.Accs) > 0 || len(src.Pat) != 1 || !w.movable(m) {
		return false
	}
	row := m.Fn.Body.Result[0]
	at := slices.IndexFunc(m.Fn.Body.Stms, func(s core.Stm) bool { return len(s.Pat) == 1 && core.Atom(s.Pat[0]) == row })
	if at < 0 {
		return false
	}
	switch x := m.Fn.Body.Stms[at].Exp.(type) {
	case *core.Scatter:
		return len(x.Idx) == 1 && w.zeros1(m, x.Dest[0]) && w.scattered(s, m, at, x)
	case *core.WithAcc:
		return len(x.Accs) == 1 && at == len(m.Fn.Body.Stms)-1 && w.zeros1(m, x.Accs[0].Arr) && w.lifted(s, m, x)
	default: // is no row of few elements
	}
	return false
}

// zeros1 reports whether a row of the body of a map is zeros.
func (w *walk) zeros1(m *core.Map, arr *core.Var) bool {
	d := w.def[arr]
	if d == nil {
		return w.made(m, arr)
	}
	_, ok := d.Exp.(*core.Replicate)
	return ok && len(w.region(arr)) == 0
}

// made reports whether a body replicates zero to an array.
func (w *walk) made(m *core.Map, arr *core.Var) bool {
	for _, s := range m.Fn.Body.Stms {
		if slices.Contains(s.Pat, arr) {
			r, ok := s.Exp.(*core.Replicate)
			return ok && len(w.region(r.Val)) == 0
		}
	}
	return false
}

// indexed is a map, the same with its index as a parameter where it has none, and which parameter it is.
func (w *walk) indexed(m *core.Map) (*core.Map, int) {
	for k, p := range m.Fn.Params {
		if p == w.at[m] {
			return m, k
		}
	}
	n := &core.Map{W: m.W, Arrs: m.Arrs, Fn: m.Fn}
	w.number(n, w.at[m])
	return n, len(n.Fn.Params) - 1
}

func (w *walk) scattered(s core.Stm, m *core.Map, at int, x *core.Scatter) bool {
	k, ok := core.IntConst(x.W)
	if !ok {
		return false
	}
	n, i := w.indexed(m)
	b := &core.Builder{Src: s.Src}
	body := core.Body{Stms: n.Fn.Body.Stms[:at]}
	rows := core.NewVar("rows", x.Idx[0].Type)
	body.Stms = append(slices.Clip(body.Stms), core.Stm{Pat: []*core.Var{rows}, Exp: &core.Replicate{Dims: []core.Atom{x.W}, Val: n.Fn.Params[i]}, Src: s.Src})
	body.Result = []core.Atom{x.Idx[0], rows, x.Vals[0]}
	parts := slices.Clone(b.Bind("part", &core.Map{W: n.W, Arrs: n.Arrs, Fn: core.Rename(&core.Lambda{Params: n.Fn.Params, Ret: core.AtomTypes(body.Result), Body: body})}))
	total := b.Prim(prim.Mul, prim.I64, n.W, core.IntC(k))
	for j, p := range parts {
		parts[j] = b.Let(p.Name, &core.Reshape{Dims: []core.Atom{total}, Arr: p})
	}
	zeros := b.ZeroOf(s.Pat[0].Type).(*core.Var)
	b.Add(s.Pat, &core.Scatter{W: total, Dest: []*core.Var{zeros}, Idx: parts[:2], Vals: parts[2:]})
	w.keep(b)
	return true
}

func (w *walk) lifted(s core.Stm, m *core.Map, x *core.WithAcc) bool {
	n, i := w.indexed(m)
	b := &core.Builder{Src: s.Src}
	in := x.Accs[0]
	cert := core.NewCert()
	t := s.Pat[0].Type
	t.Cert = cert
	stms := n.Fn.Body.Stms[:len(n.Fn.Body.Stms)-1]
	inner := core.NewSubst()
	inner.Certs[in.Cert] = cert
	all := &core.Lambda{Params: append([]*core.Var{x.Fn.Params[0]}, n.Fn.Params...), Ret: x.Fn.Ret,
		Body: core.Body{Stms: append(slices.Clip(stms), x.Fn.Body.Stms...), Result: x.Fn.Body.Result}}
	fn := inner.Lambda(all)
	widen(fn, t, fn.Params[1+i])
	outer := b.Lambda([]core.Type{t}, []core.Type{t}, func(b *core.Builder, ps []*core.Var) []core.Atom {
		return core.Atoms(b.Bind("acc", &core.Map{W: n.W, Accs: ps, Arrs: n.Arrs, Fn: fn}))
	})
	zeros := b.ZeroOf(s.Pat[0].Type).(*core.Var)
	b.Add(s.Pat, &core.WithAcc{Accs: []core.AccInput{{Arr: zeros, Op: core.Rename(in.Op), Ne: in.Ne, Cert: cert}}, Fn: outer})
	w.keep(b)
	return true
}

// widen makes an accumulator of rows, in a lambda that nothing else uses, one of type t, whose last index is i.
func widen(l *core.Lambda, t core.Type, i core.Atom) {
	fix := func(vs []*core.Var) {
		for _, v := range vs {
			if v.Type.Cert == t.Cert {
				v.Type = t
			}
		}
	}
	var lambda func(l *core.Lambda)
	var body func(b core.Body)
	body = func(b core.Body) {
		for _, s := range b.Stms {
			fix(s.Pat)
			if u, ok := s.Exp.(*core.UpdateAcc); ok && u.Acc.Type.Cert == t.Cert {
				u.Idx = append(slices.Clip(u.Idx), i)
			}
			s.Exp.Map(core.Mapper{Body: func(b core.Body) core.Body { body(b); return b }, Lambda: func(l *core.Lambda) *core.Lambda { lambda(l); return l },
				Binder: func(v *core.Var) *core.Var { fix([]*core.Var{v}); return v }})
		}
	}
	lambda = func(l *core.Lambda) {
		fix(l.Params)
		for k, r := range l.Ret {
			if r.Cert == t.Cert {
				l.Ret[k] = t
			}
		}
		body(l.Body)
	}
	lambda(l)
}
