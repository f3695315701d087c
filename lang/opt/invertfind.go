package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/prim"
)

// finder finds the updates of one accumulator in a with_acc.
type finder struct {
	iv     *inverter
	cert   *core.Cert
	op     *core.Lambda
	before []core.Atom        // indices of the places that the accumulator is a part of
	bound  map[*core.Var]bool // in the with_acc
	sites  []*addend
	ok     bool
}

func (f *finder) body(b core.Body, path []step) {
	for k, s := range b.Stms {
		at := func(st step) []step {
			st.stms = b.Stms[:k]
			return append(slices.Clone(path), st)
		}
		switch e := s.Exp.(type) {
		case *core.UpdateAcc:
			if e.Acc.Type.Cert == f.cert {
				f.update(path, b.Stms[:k], slices.Concat(f.before, e.Idx), e.Val)
			}
		case *core.Map:
			f.body(e.Fn.Body, at(step{level: f.iv.level(&level{w: e.W, m: e})}))
		case *core.If:
			f.body(e.Then, at(step{cond: e.Cond}))
			f.body(e.Else, at(step{cond: e.Cond, els: true}))
		case *core.WithAcc:
			f.body(e.Fn.Body, at(step{}))
		case *core.Loop:
			if e.Cond == nil && e.I.Type.Elem == prim.I64 {
				f.body(e.Body, at(step{level: f.iv.level(&level{w: e.Bound, l: e})}))
				continue
			}
			f.unknown(s)
		default:
			f.unknown(s)
		}
	}
}

// update finds the updates by numbers that one by an array comes to, if a map makes that, or a with_acc of its own, in the statements before.
func (f *finder) update(path []step, stms []core.Stm, idx []core.Atom, val core.Atom) {
	if val.AtomType().IsScalar() {
		f.sites = append(f.sites, &addend{path: append(slices.Clone(path), step{stms: stms}), idxs: idx, val: val})
		return
	}
	k := slices.IndexFunc(stms, func(s core.Stm) bool { return slices.Contains(s.Pat, val.(*core.Var)) })
	if k < 0 {
		f.ok = false
		return
	}
	j := slices.Index(stms[k].Pat, val.(*core.Var))
	switch e := stms[k].Exp.(type) {
	case *core.Map:
		if j >= len(e.Accs) {
			l := f.iv.level(&level{w: e.W, m: e})
			f.update(append(slices.Clone(path), step{stms: stms[:k], level: l}), e.Fn.Body.Stms, append(slices.Clone(idx), l.i), e.Fn.Body.Result[j])
			return
		}
	case *core.WithAcc:
		if j < len(e.Accs) && isSum(e.Accs[j].Op) && f.iv.fill(e.Accs[j]) && sameOp(e.Accs[j].Op, f.op) {
			cert, before := f.cert, f.before
			f.cert, f.before = e.Accs[j].Cert, idx
			f.body(e.Fn.Body, append(slices.Clone(path), step{stms: stms[:k]}))
			f.cert, f.before = cert, before
			return
		}
	default: // no array whose elements are known
	}
	f.ok = false
}

// before adds the maps in a with_acc that have nothing to do with its accumulators: what the inverted maps read of them is there then.
func (iv *inverter) before(out *core.Builder, w *core.WithAcc) *core.WithAcc {
	inner := map[*core.Var]bool{}
	for _, p := range w.Fn.Params {
		inner[p] = true
	}
	var kept []core.Stm
	for _, s := range w.Fn.Body.Stms {
		free := core.FreeInStm(s)
		stays := alias.MayConsume(core.Body{Stms: []core.Stm{s}}, free) || slices.ContainsFunc(free.List, func(v *core.Var) bool { return inner[v] })
		switch e := s.Exp.(type) {
		case *core.Map:
			params := &core.VarSet{}
			for _, p := range e.Fn.Params {
				params.Add(p)
			}
			stays = stays || len(e.Accs) > 0 || alias.MayConsume(e.Fn.Body, params)
		case *core.PrimApp, *core.Iota, *core.Replicate, *core.Index, *core.Slice, *core.Rearrange, *core.Reshape:
		default:
			stays = true
		}
		if !stays {
			out.Src = s.Src
			out.Add(s.Pat, s.Exp)
			iv.note(s)
			continue
		}
		for _, v := range s.Pat {
			inner[v] = true
		}
		kept = append(kept, s)
	}
	if len(kept) == len(w.Fn.Body.Stms) {
		return w
	}
	n := *w
	n.Fn = &core.Lambda{Params: w.Fn.Params, Ret: w.Fn.Ret, Body: core.Body{Stms: kept, Result: w.Fn.Body.Result}}
	return &n
}

// fill reports whether an accumulator starts with neutral elements.
func (iv *inverter) fill(a core.AccInput) bool {
	r, ok := iv.defs[a.Arr].(*core.Replicate)
	return ok && core.IsNeutral(a.Op, r.Val)
}

// sameOp reports whether sums are by the same operator.
func sameOp(a, b *core.Lambda) bool {
	x, _ := core.IsBinOp(a)
	y, _ := core.IsBinOp(b)
	return x.Op == y.Op && x.T == y.T
}

// unknown gives up if a statement has to do with the accumulator.
func (f *finder) unknown(s core.Stm) {
	for _, v := range append(core.FreeInStm(s).List, s.Pat...) {
		f.ok = f.ok && v.Type.Cert != f.cert
	}
}

// from is where an array starts that is from, from+1, from+2, ...; nil if it is none.
func (iv *inverter) from(a *core.Var) core.Atom {
	if n, ok := iv.defs[a].(*core.Iota); ok && core.IsInt(n.Step, 1) && n.T == prim.I64 {
		return n.Start
	}
	return nil
}

// isIndices reports whether an array is 0, 1, 2, ...
func (iv *inverter) isIndices(a *core.Var) bool {
	from := iv.from(a)
	return from != nil && core.IsInt(from, 0)
}

// level gives the index of a map or loop its name.
func (iv *inverter) level(l *level) *level {
	if l.l != nil {
		l.i = l.l.I
	} else {
		params := l.m.Fn.Params[len(l.m.Accs):]
		for j, a := range l.m.Arrs {
			iv.rowOf[params[j]] = a
			if l.i == nil && iv.isIndices(a) {
				l.i = params[j]
			}
		}
		if l.i == nil {
			l.i = core.NewVar("i", core.I64)
		}
		for j, a := range l.m.Arrs {
			if start := iv.from(a); start != nil && params[j] != l.i {
				iv.defs[params[j]] = &core.PrimApp{Op: prim.Add, T: prim.I64, Args: []core.Atom{l.i, start}}
			}
		}
	}
	if old := iv.levels[l.i]; old != nil {
		return old
	}
	iv.levels[l.i] = l
	return l
}
