package opt

import (
	"slices"

	"raido/lang/core"
)

// keep are the elements of xs whose flag is set.
func keep[T any](xs []T, flags []bool) []T {
	var out []T
	for i, x := range xs {
		if flags[i] {
			out = append(out, x)
		}
	}
	return out
}

func (d *dce) alive(vs []*core.Var) []bool {
	out := make([]bool, len(vs))
	for i, v := range vs {
		out[i] = d.live[v]
	}
	return out
}

// body rebuilds a body with what is live; flags say which results stay (nil: all).
func (d *dce) body(b core.Body, flags []bool) core.Body {
	out := core.Body{Result: b.Result}
	if flags != nil {
		out.Result = keep(b.Result, flags)
	}
	for i := range b.Stms {
		if _, ok := b.Stms[i].Exp.(*core.Assert); ok || d.forced[&b.Stms[i]] {
			out.Stms = append(out.Stms, unwrapped(d.stm(b.Stms[i]))...)
		}
	}
	return out
}

// unwrapped is a statement, or those of a with_acc without accumulators.
func unwrapped(s core.Stm) []core.Stm {
	w, ok := s.Exp.(*core.WithAcc)
	if !ok || len(w.Accs) > 0 {
		return []core.Stm{s}
	}
	out := &core.Builder{Src: s.Src}
	res := inlined(out, s.Pat, w.Fn.Body.Stms, w.Fn.Body.Result, func(int) bool { return true })
	for i, v := range s.Pat {
		if res[i] != core.Atom(v) {
			out.Add([]*core.Var{v}, &core.Use{Atom: res[i]})
		}
	}
	return out.Stms
}

func (d *dce) lambda(l *core.Lambda) *core.Lambda {
	return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: d.body(l.Body, nil)}
}

func (d *dce) stm(s core.Stm) core.Stm {
	flags := d.alive(s.Pat)
	switch e := s.Exp.(type) {
	case *core.If:
		return core.Stm{Pat: keep(s.Pat, flags), Exp: &core.If{Cond: e.Cond, Then: d.body(e.Then, flags), Else: d.body(e.Else, flags)}, Src: s.Src}
	case *core.Loop:
		return d.loop(s, e)
	case *core.Map:
		return d.mapSoac(s, e, flags)
	case *core.Reduce:
		flags := d.alive(e.Fn.Params)[:len(e.Arrs)]
		n := &core.Reduce{W: e.W, Fn: d.op(e.Fn, flags), Ne: keep(e.Ne, flags), Arrs: keep(e.Arrs, flags), Comm: e.Comm}
		return core.Stm{Pat: keep(s.Pat, flags), Exp: n, Src: s.Src}
	case *core.Scan:
		flags := d.alive(e.Fn.Params)[:len(e.Arrs)]
		n := &core.Scan{W: e.W, Fn: d.op(e.Fn, flags), Ne: keep(e.Ne, flags), Arrs: keep(e.Arrs, flags)}
		return core.Stm{Pat: keep(s.Pat, flags), Exp: n, Src: s.Src}
	case *core.Scatter:
		n := &core.Scatter{W: e.W, Dest: keep(e.Dest, flags), Idx: e.Idx, Vals: keep(e.Vals, flags), Distinct: e.Distinct}
		return core.Stm{Pat: keep(s.Pat, flags), Exp: n, Src: s.Src}
	case *core.WithAcc:
		n := &core.WithAcc{Fn: &core.Lambda{Ret: keep(e.Fn.Ret, flags), Body: d.body(e.Fn.Body, flags)}}
		for i, in := range e.Accs {
			if flags[i] {
				n.Accs = append(n.Accs, core.AccInput{Arr: in.Arr, Op: d.lambda(in.Op), Ne: in.Ne, Cert: in.Cert})
				n.Fn.Params = append(n.Fn.Params, e.Fn.Params[i])
			}
		}
		return core.Stm{Pat: keep(s.Pat, flags), Exp: n, Src: s.Src}
	default: // nothing of it goes alone
	}
	s.Exp = s.Exp.Map(core.Mapper{Lambda: d.lambda})
	if c, ok := s.Exp.(*core.Call); ok {
		s.Exp = &core.Call{Fun: d.funs[c.Fun], Args: c.Args}
	}
	return s
}

// op is an operator with some components only.
func (d *dce) op(l *core.Lambda, flags []bool) *core.Lambda {
	return &core.Lambda{Params: keep(l.Params, slices.Concat(flags, flags)), Ret: keep(l.Ret, flags), Body: d.body(l.Body, flags)}
}

// loop keeps a parameter if the body, the condition or the outside needs it.
func (d *dce) loop(s core.Stm, e *core.Loop) core.Stm {
	flags := d.alive(e.Params)
	n := &core.Loop{Params: keep(e.Params, flags), Init: keep(e.Init, flags), I: e.I, Bound: e.Bound, Attrs: e.Attrs}
	if e.Cond != nil {
		c := d.body(*e.Cond, nil)
		n.Cond = &c
	}
	n.Body = d.body(e.Body, flags)
	return core.Stm{Pat: keep(s.Pat, flags), Exp: n, Src: s.Src}
}

func (d *dce) mapSoac(s core.Stm, e *core.Map, flags []bool) core.Stm {
	k := len(e.Accs)
	ps := d.alive(e.Fn.Params)
	n := &core.Map{W: e.W, Accs: keep(e.Accs, ps[:k]), Arrs: keep(e.Arrs, ps[k:])}
	n.Fn = &core.Lambda{Params: keep(e.Fn.Params, ps), Ret: keep(e.Fn.Ret, flags), Body: d.body(e.Fn.Body, flags)}
	return core.Stm{Pat: keep(s.Pat, flags), Exp: n, Src: s.Src}
}
