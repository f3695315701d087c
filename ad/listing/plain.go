package listing

import (
	"slices"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// withoutAccs writes what a program does with accumulators, for which Futhark has no words, as a person would:
//
//	with_acc x (\acc -> map (\acc y -> .. write acc i v ..) acc ys)     reduce_by_index x (+) 0 is vs, where the map gives is and vs
//	with_acc x (\acc -> map (\acc y -> .. write acc v ..) acc ys)       map2 (+) x (reduce (map2 (+)) zeros vs)
//	with_acc x (\acc -> loop acc = acc .. do write acc i v)             loop x = x .. do x with [i] = x[i] + v
//
// A map whose points write different numbers of values, as those with loops in them do, is a loop over its points.
func withoutAccs(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		r := &remover{funs: funs, defs: map[*core.Var]core.Exp{}, under: map[*core.Var]core.Atom{}}
		r.note(f.Body)
		return r.body(f.Body)
	})
}

// remover is the state for one function.
type remover struct {
	funs  map[*core.Fun]*core.Fun
	defs  map[*core.Var]core.Exp
	under map[*core.Var]core.Atom // what counters of loops stay below
	reads []*core.Index
}

// note finds what a body defines and reads.
func (r *remover) note(b core.Body) {
	core.Walk(b, func(s core.Stm) {
		for _, v := range s.Pat {
			r.defs[v] = s.Exp
		}
		switch e := s.Exp.(type) {
		case *core.Index:
			r.reads = append(r.reads, e)
		case *core.Loop:
			if e.I != nil {
				r.under[e.I] = e.Bound
			}
		default: // only these decide what may be written plainly
		}
	})
}

func (r *remover) body(b core.Body) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		e := s.Exp.Map(core.Mapper{Body: r.body, Lambda: r.lambda})
		switch x := e.(type) {
		case *core.Call:
			c := *x
			c.Fun = r.funs[x.Fun]
			out.Add(s.Pat, &c)
		case *core.WithAcc:
			r.withAcc(out, s.Pat, x)
		default:
			out.Add(s.Pat, e)
		}
	}
	return out.Body(b.Result...)
}

func (r *remover) lambda(l *core.Lambda) *core.Lambda {
	return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: r.body(l.Body)}
}

// withAcc is a WithAcc whose inside has no other.
func (r *remover) withAcc(b *core.Builder, pat []*core.Var, e *core.WithAcc) {
	w := &sums{remover: r, to: e.Accs, now: make([]*core.Var, len(e.Accs)), names: make([]string, len(e.Accs))}
	for k, a := range e.Accs {
		w.now[k], w.names[k] = a.Arr, pat[k].Name
	}
	w.stms(b, e.Fn.Body.Stms)
	for i, v := range pat {
		a := e.Fn.Body.Result[i]
		if i < len(e.Accs) {
			a = w.now[i]
		}
		b.Add([]*core.Var{v}, &core.Use{Atom: a})
	}
}

// sums takes the updates of the accumulators of one WithAcc as they come.
type sums struct {
	*remover
	to    []core.AccInput
	now   []*core.Var // the arrays so far
	names []string
}

// stms are statements that run once where they stand.
func (w *sums) stms(b *core.Builder, stms []core.Stm) {
	for _, s := range stms {
		b.Src = s.Src
		if !slices.ContainsFunc(s.Pat, w.mine) {
			b.Add(s.Pat, s.Exp)
			continue
		}
		switch e := s.Exp.(type) {
		case *core.UpdateAcc:
			w.write(b, write{k: w.which(e.Acc), idx: e.Idx, val: e.Val})
		case *core.Map:
			w.mapped(b, s.Pat, e)
		case *core.If:
			w.branches(b, s.Pat, e)
		case *core.Loop:
			w.loop(b, s.Pat, e)
		case *core.Use:
		default:
			diag.Bugf("listing: an accumulator from %T", e)
		}
	}
}

// mine reports whether a variable is one of these accumulators.
func (w *sums) mine(v *core.Var) bool { return w.which(v) >= 0 }

// which accumulator a variable of such a type is, -1 if it is none of these.
func (w *sums) which(v *core.Var) int {
	return slices.IndexFunc(w.to, func(a core.AccInput) bool { return v.Type.Cert != nil && v.Type.Cert == a.Cert })
}

// mapped is a map over accumulators: the writes of its points are collected, or it is a loop.
func (w *sums) mapped(b *core.Builder, pat []*core.Var, e *core.Map) {
	c := &collector{sums: w}
	if out, rest, ok := c.mapped(pat, e); ok {
		if len(rest)+len(c.writes) > 0 {
			b.Add(append(rest, written(c.writes)...), out)
		}
		for _, x := range c.writes {
			w.write(b, x)
		}
		return
	}
	w.inOrder(b, pat, e)
}

// inOrder is such a map as a loop over its points.
func (w *sums) inOrder(b *core.Builder, pat []*core.Var, e *core.Map) {
	i := core.NewVar("i", core.I64)
	w.under[i] = e.W
	l := &core.Loop{I: i, Bound: e.W}
	var outs []*core.Var
	in := *w
	in.now = slices.Clone(w.now)
	var body core.Builder
	for j, a := range e.Accs {
		p := e.Fn.Params[j]
		if k := w.which(a); k >= 0 {
			in.now[k] = core.NewVar(w.names[k], w.now[k].Type)
			l.Params, l.Init = append(l.Params, in.now[k]), append(l.Init, w.now[k])
			continue
		}
		l.Params, l.Init = append(l.Params, p), append(l.Init, a)
	}
	for j, t := range e.Fn.Ret[len(e.Accs):] {
		t = t.Of(e.W)
		v := pat[len(e.Accs)+j]
		to := b.Let(v.Name, &core.Scratch{Elem: t.Elem, Dims: t.Dims})
		outs = append(outs, core.NewVar(v.Name, t))
		l.Params, l.Init = append(l.Params, outs[j]), append(l.Init, to)
	}
	for j, a := range e.Arrs {
		body.Add([]*core.Var{e.Fn.Params[len(e.Accs)+j]}, &core.Index{Arr: a, Idx: []core.Atom{i}})
	}
	in.stms(&body, e.Fn.Body.Stms)
	var res []core.Atom
	var after []*core.Var
	for j, a := range e.Accs {
		if k := w.which(a); k >= 0 {
			res, after = append(res, in.now[k]), append(after, core.NewVar(w.names[k], w.now[k].Type))
			w.now[k] = after[j]
			continue
		}
		res, after = append(res, e.Fn.Body.Result[j]), append(after, pat[j])
	}
	for j, a := range e.Fn.Body.Result[len(e.Accs):] {
		res = append(res, body.Let(outs[j].Name, &core.Update{Arr: outs[j], Idx: []core.Atom{i}, Val: a}))
	}
	l.Body = body.Body(res...)
	b.Add(append(after, pat[len(e.Accs):]...), l)
}

// branches hand on the arrays.
func (w *sums) branches(b *core.Builder, pat []*core.Var, e *core.If) {
	before := w.now
	branch := func(body core.Body) core.Body {
		in := *w
		in.now = slices.Clone(before)
		var out core.Builder
		in.stms(&out, body.Stms)
		res := slices.Clone(body.Result)
		for i, v := range pat {
			if k := w.which(v); k >= 0 {
				res[i] = in.now[k]
			}
		}
		return out.Body(res...)
	}
	x := &core.If{Cond: e.Cond, Then: branch(e.Then), Else: branch(e.Else)}
	b.Add(w.arrays(pat), x)
}

// arrays are variables for results, arrays where those were accumulators, which they are from now on.
func (w *sums) arrays(pat []*core.Var) []*core.Var {
	out := slices.Clone(pat)
	w.now = slices.Clone(w.now)
	for i, v := range pat {
		if k := w.which(v); k >= 0 {
			out[i] = core.NewVar(w.names[k], w.now[k].Type)
			w.now[k] = out[i]
		}
	}
	return out
}

// loop hands on the arrays from iteration to iteration.
func (w *sums) loop(b *core.Builder, pat []*core.Var, e *core.Loop) {
	l := *e
	l.Init = slices.Clone(e.Init)
	for i, v := range e.Params {
		if k := w.which(v); k >= 0 {
			l.Init[i] = w.now[k]
		}
	}
	in := *w
	l.Params = in.arrays(e.Params)
	var body core.Builder
	in.stms(&body, e.Body.Stms)
	res := slices.Clone(e.Body.Result)
	for i, v := range e.Params {
		if k := w.which(v); k >= 0 {
			res[i] = in.now[k]
		}
	}
	l.Body = body.Body(res...)
	b.Add(w.arrays(pat), &l)
}

// minusOne is an index that is in no array.
var minusOne = core.Const{Scalar: prim.Int(prim.I64, -1)}
