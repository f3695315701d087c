package lower

import (
	"raido/lang/core"
	"raido/lang/lower/emit"
	"raido/lang/types"
)

// Note [Recursion]. A recursive definition becomes a function that calls itself. Its result binders are made from
// the result type before its body is lowered, so that calls in the body can be (promise); a size in the result that
// is no parameter is returned. Functions among the arguments stay static values, as always; the checker saw to it
// that the function passes them on unchanged, so one instance has one static value for each, and a call in
// its body is known by them (sameVal). What such functions use of their surroundings, the session's values
// and constants are variables of other functions at first; when the whole program is there, lift makes
// them parameters. An array that comes so is never consumed.

// isRecursive reports whether a definition mentions itself.
func (l *lowerer) isRecursive(d *types.Def) bool {
	r, ok := l.selves[d]
	if !ok {
		walk(d.Body, func(e types.Exp) {
			if ref, is := e.(*types.Ref); is && ref.Sym == d.Sym {
				r = true
			}
		})
		l.selves[d] = r
	}
	return r
}

func (f *fun) isStatic(i int) bool { return f.static != nil && f.static[i] != nil }

// recursive gives the instance of a recursive definition, which may be under construction. Instances with static
// arguments are made anew for each call from outside.
func (l *lowerer) recursive(d *types.Def, reps []rep, key string, args []val) *fun {
	static, any := make([]val, len(args)), false
	for i, a := range args {
		if !firstOrder(repOfVal(a)) {
			static[i], any = a, true
		}
	}
	for i := len(l.making) - 1; i >= 0; i-- {
		if f := l.making[i]; f.def == d && f.key == key && sameVals(f.static, static) {
			return f
		}
	}
	if f := l.funs[key]; f != nil && !any {
		return f
	}
	f := &fun{core: &core.Fun{Name: l.funName(d.Sym.Name)}, def: d, key: key, static: static}
	l.making = append(l.making, f)
	ok := l.makeFun(f, d, reps)
	l.making = l.making[:len(l.making)-1]
	if !ok {
		panic(emit.Unsupported(d.Sym.Name + " calls itself and gives a function"))
	}
	if !any {
		l.funs[key] = f
	}
	return f
}

// promise makes the result binders of a function whose results have the rep r.
func (l *lowerer) promise(f *fun, r rep) {
	param := map[core.Atom]bool{}
	for _, p := range f.core.Params {
		param[p] = true
	}
	ts := leafTypes(r)
	for i, t := range ts {
		ts[i].Dims = append([]core.Atom{}, t.Dims...)
		for j, d := range t.Dims {
			if _, isVar := d.(*core.Var); isVar && !param[d] {
				ts[i].Dims[j] = nil
			}
		}
	}
	var exts, ret []*core.Var
	f.ret = fillDims(refresh(r, ts), func() *core.Var {
		exts = append(exts, core.NewVar("n", core.I64))
		return exts[len(exts)-1]
	})
	for _, t := range leafTypes(f.ret) {
		ret = append(ret, core.NewVar("r", t))
	}
	f.exts, f.core.Ret = len(exts), append(exts, ret...)
}

// keep closes the body of a function whose results were promised.
func (l *lowerer) keep(f *fun, v val) {
	leaves := flatten(v)
	size := map[core.Atom]core.Atom{} // of the results' existential sizes
	for i, a := range leaves {
		t := a.AtomType()
		want := core.Type{Elem: t.Elem, Dims: append([]core.Atom{}, f.core.Ret[f.exts+i].Type.Dims...)}
		for j, d := range want.Dims {
			for _, n := range f.core.Ret[:f.exts] {
				if d == core.Atom(n) {
					if size[n] == nil {
						size[n] = t.Dims[j]
					}
					want.Dims[j] = size[n]
				}
			}
		}
		leaves[i] = l.CastAtom(a, want)
	}
	var out []core.Atom
	for _, n := range f.core.Ret[:f.exts] {
		out = append(out, size[n])
	}
	f.core.Body = l.Sc.Body(append(out, leaves...))
}

// constantOfEntry computes a constant in the entry function.
func (l *lowerer) constantOfEntry(c *closure) val {
	sc, top := l.Sc, l.top
	l.Sc, l.top = l.entry.sc, l.entry.top
	v, _ := l.constant(c)
	l.Sc, l.top = sc, top
	return v
}

// sameVals reports whether values are surely the same.
func sameVals(as, bs []val) bool {
	if len(as) != len(bs) {
		return false
	}
	for i, a := range as {
		if !sameVal(a, bs[i]) {
			return false
		}
	}
	return true
}

func sameVal(a, b val) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case record:
		r, ok := b.(record)
		return ok && sameVals(a.fields, r.fields)
	case *closure:
		c, ok := b.(*closure)
		return ok && (a == c || a.body == c.body && a.fr == c.fr && a.def == c.def && a.inst == c.inst && sameVals(a.args, c.args))
	case *primFn:
		p, ok := b.(*primFn)
		return ok && (a == p || a.name == p.name && a.inst == p.inst && sameVals(a.args, p.args))
	case sum:
		s, ok := b.(sum)
		if !ok || a.tag != s.tag || len(a.args) != len(s.args) {
			return false
		}
		for i := range a.args {
			if !sameVals(a.args[i], s.args[i]) {
				return false
			}
		}
		return true
	default: // data: compared by leaves
	}
	if b == nil || !firstOrder(repOfVal(b)) {
		return false
	}
	as, bs := flatten(a), flatten(b)
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if as[i] != bs[i] {
			return false
		}
	}
	return true
}
