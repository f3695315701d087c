package tape

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Note [Carried in the tape]
//
// A loop that saves what each iteration begins with has it twice, in the tape and beside it:
//
//	u, t = loop (u = u0, t = scratch [max n 0]) for i < n do        t' = scratch [max n 0 + 1] with [0] = u0
//	  t' = t with [i] = u                                   becomes t = loop (t = t') for i < n do
//	  v = f u                                                         u = t[i]; v = f u
//	  in (v, t')                                                      in (t with [i + 1] = v)
//	                                                                u = t[max n 0]
//
// Engines make v where the update puts it (Note [Arrays made in place]), so that nothing is copied, and the loop needs no other memory: the
// tape is what C by hand steps through, too. [Peng23, 3.3] has arrays that are the tape where each element is written once; here that are the
// values of a variable. A tape of what each iteration ends with is this one without its first row. It stays as it is where
//
//   - the loop overwrites u in place: the row has to be copied then, as before;
//   - u is so small that a thread holds it in registers;
//   - points of a map that makes v fold elements of u, as those of a product do (Note [Arrays made in place]);
//   - the code runs for each point of a map, whose tapes lie apart in memory.

// InTape lets loops find what they carry in the tape that saves it.
func InTape(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		in := &carriers{funs: funs, sizes: map[core.Atom]*core.PrimApp{}}
		core.Walk(f.Body, func(s core.Stm) {
			if e, ok := s.Exp.(*core.PrimApp); ok && e.Op == prim.Max && e.T == prim.I64 {
				in.sizes[s.Pat[0]] = e
			}
		})
		return in.body(f.Body, false)
	})
}

// carriers looks for loops that carry what a tape saves.
type carriers struct {
	funs  map[*core.Fun]*core.Fun
	sizes map[core.Atom]*core.PrimApp // the maxima of the function
}

// body looks at the loops of a body, and of loops and branches in it, unless it runs for each point of a map.
func (in *carriers) body(b core.Body, points bool) core.Body {
	out := core.Body{Stms: slices.Clone(b.Stms), Result: b.Result}
	for i, s := range out.Stms {
		s.Exp = s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return in.body(b, points) },
			Lambda: func(l *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: in.body(l.Body, true)}
			},
		})
		if c, ok := s.Exp.(*core.Call); ok {
			c.Fun = in.funs[c.Fun]
		}
		out.Stms[i] = s
	}
	for i := 0; i < len(out.Stms) && !points; i++ {
		for again := true; again; {
			out, again = begun(out, i)
		}
		if t := find(out, i); t != nil {
			var ok bool
			if out, ok = in.carried(t, out); !ok {
				out, ok = in.join(out, t)
			}
			if ok {
				i--
			}
		}
	}
	return out
}

// carried is a body whose loop finds in the tape what it carries; the same body, and not ok, if it cannot.
func (in *carriers) carried(t *tape, b core.Body) (out core.Body, ok bool) {
	s := b.Stms[t.loop]
	l := s.Exp.(*core.Loop)
	at, first := t.carries(l)
	n := b.Stms[t.made].Exp.(*core.Scratch).Dims[0]
	later := core.Body{Stms: b.Stms[t.loop+1:], Result: b.Result}
	if at < 0 || !stays(later, t.all) || !in.counts(n, l.Bound) || !fixed(l.Params[at], l.Params) || t.val.Type.Within(limits.Now.PrivateBytes) || folded(l.Body, at) || !stays(l.Body, l.Params[at]) {
		return b, false
	}
	x := &core.Builder{}
	x.Src = s.Src
	more := above(x, n)
	typed := func(v *core.Var) *core.Var {
		return core.NewVar(v.Name, core.Prim(v.Type.Elem).Of(append([]core.Atom{more}, v.Type.Dims[1:]...)...))
	}
	made, all := typed(t.all), typed(t.all)
	x.Add([]*core.Var{made}, &core.Scratch{Elem: made.Type.Elem, Dims: made.Type.Dims})
	begun := x.Let(made.Name, &core.Update{Arr: made, Idx: []core.Atom{core.IntC(0)}, Val: l.Init[at]})
	x.Add(slices.Delete(t.with(s.Pat, all), at, at+1), t.stepping(l, at, typed(l.Params[t.param]), begun))
	ended(x, later, s.Pat[at], all, n)
	if first == 0 {
		later = core.Replace(later, func(s core.Stm) core.Exp {
			if e, ok := s.Exp.(*core.Index); ok && e.Arr == t.all {
				return &core.Index{Arr: all, Idx: e.Idx}
			}
			return nil
		})
	}
	if core.FreeInBody(later).Has(t.all) {
		x.Add([]*core.Var{t.all}, &core.Slice{Arr: all, Dims: []core.DimSlice{{Start: core.IntC(first), Count: n, Stride: core.IntC(1)}}})
	}
	before := slices.Delete(slices.Clone(b.Stms[:t.loop]), t.made, t.made+1)
	return core.Body{Stms: slices.Concat(before, x.Stms, later.Stms), Result: b.Result}, true
}

// ended binds what a loop ends with to the last row of an array, if the code after it uses that: to a copy if it may overwrite it.
func ended(x *core.Builder, later core.Body, u, all *core.Var, n core.Atom) {
	switch {
	case !core.FreeInBody(later).Has(u):
	case stays(later, u) && stays(later, all):
		x.Add([]*core.Var{u}, &core.Index{Arr: all, Idx: []core.Atom{n}})
	default:
		x.Add([]*core.Var{u}, &core.Copy{Arr: x.Index(all, n)})
	}
}

// carries is the parameter of a loop that the tape has the values of, or what it becomes in each iteration, with the row that is then the first
// one of the old tape; -1 if there is none.
func (t *tape) carries(l *core.Loop) (at int, first int64) {
	if at = slices.Index(l.Params, t.val); at >= 0 {
		return at, 0
	}
	return slices.Index(l.Body.Result, core.Atom(t.val)), 1
}

// above is n + 1.
func above(b *core.Builder, n core.Atom) core.Atom {
	if k, ok := core.IntConst(n); ok {
		return core.IntC(k + 1)
	}
	return b.Prim(prim.Add, prim.I64, n, core.IntC(1))
}

// with are the parameters or results of the loop with another one for the tape.
func (t *tape) with(vs []*core.Var, all *core.Var) []*core.Var {
	out := slices.Clone(vs)
	out[t.param] = all
	return out
}

// stepping is the loop without parameter number at, which it finds in the tape p.
func (t *tape) stepping(l *core.Loop, at int, p, first *core.Var) *core.Loop {
	x := &core.Builder{}
	x.Src = l.Body.Stms[t.update].Src
	next := x.Prim(prim.Add, prim.I64, l.I, core.IntC(1))
	x.Add([]*core.Var{l.Params[at]}, &core.Index{Arr: p, Idx: []core.Atom{l.I}})
	x.Stms = slices.Concat(x.Stms, l.Body.Stms[:t.update], l.Body.Stms[t.update+1:])
	out := *l
	out.Params = slices.Delete(t.with(l.Params, p), at, at+1)
	out.Init, out.Body.Result = slices.Clone(l.Init), slices.Clone(l.Body.Result)
	out.Init[t.param] = first
	out.Body.Result[t.param] = x.Let(p.Name, &core.Update{Arr: p, Idx: []core.Atom{next}, Val: l.Body.Result[at]})
	out.Init, out.Body.Result = slices.Delete(out.Init, at, at+1), slices.Delete(out.Body.Result, at, at+1)
	out.Body.Stms = x.Stms
	return &out
}

// least is n if a size is the larger one of n and 0; nil if it is not.
func (in *carriers) least(size core.Atom) core.Atom {
	e := in.sizes[size]
	switch {
	case e == nil:
	case core.IsInt(e.Args[1], 0):
		return e.Args[0]
	case core.IsInt(e.Args[0], 0):
		return e.Args[1]
	}
	return nil
}

// counts reports whether n is how often a loop with a bound runs.
func (in *carriers) counts(n, bound core.Atom) bool { return n == bound || in.least(n) == bound }

// same reports whether two sizes are the same: what is not negative is the larger one of itself and 0.
func (in *carriers) same(a, b core.Atom) bool {
	for in.least(in.least(a)) != nil {
		a = in.least(a)
	}
	for in.least(in.least(b)) != nil {
		b = in.least(b)
	}
	return a == b
}

// fixed reports whether an array has the same dimensions in all iterations of a loop with such parameters.
func fixed(v *core.Var, params []*core.Var) bool {
	return !slices.ContainsFunc(v.Type.Dims, func(d core.Atom) bool {
		return slices.ContainsFunc(params, func(p *core.Var) bool { return d == core.Atom(p) })
	})
}

// folded reports whether a result of a body is that of a map whose points fold.
func folded(b core.Body, at int) bool {
	return slices.ContainsFunc(b.Stms, func(s core.Stm) bool {
		m, ok := s.Exp.(*core.Map)
		return ok && slices.Contains(s.Pat, core.AsVar(b.Result[at])) && core.Folds(m.Fn.Body)
	})
}
