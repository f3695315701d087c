package lower

import (
	"fmt"
	"strings"

	"raido/lang/core"
	"raido/lang/lower/emit"
	"raido/lang/types"
)

// fun is an instantiation of a definition that has become a function.
type fun struct {
	core *core.Fun
	// sizes are its leading size parameters, a subset of schemeSizes, of the dimensions of typeReps, and of
	// sizes that only stand in parameters.
	sizes       []*core.Var
	schemeSizes []*core.Var
	typeReps    []rep
	ret         rep
	exts        int
	// Of a recursive function: what it is made of, to find it while it is being made.
	def    *types.Def
	key    string
	static []val // the arguments that hold functions, which have no parameters; nil for others
}

// instantiate gives the function of a definition at type arguments of these reps; nil if it can't be one.
func (l *lowerer) instantiate(d *types.Def, reps []rep, args []val) *fun {
	var key strings.Builder
	fmt.Fprintf(&key, "%p", d)
	for _, r := range reps {
		key.WriteByte('|')
		repKey(&key, r)
	}
	if l.isRecursive(d) {
		return l.recursive(d, reps, key.String(), args)
	}
	f, ok := l.funs[key.String()]
	if !ok {
		f = &fun{core: &core.Fun{Name: l.funName(d.Sym.Name)}}
		if !l.makeFun(f, d, reps) {
			f = nil
		}
		l.funs[key.String()] = f
	}
	return f
}

// freshDims replaces every dimension by a fresh size variable.
func freshDims(r rep, fresh func() *core.Var) rep {
	switch r := r.(type) {
	case rArr:
		return rArr{fresh(), freshDims(r.elem, fresh)}
	case rRec:
		out := rRec{names: r.names}
		for _, f := range r.fields {
			out.fields = append(out.fields, freshDims(f, fresh))
		}
		return out
	case rSum:
		out := rSum{names: r.names, args: make([][]rep, len(r.args))}
		for i, as := range r.args {
			for _, a := range as {
				out.args[i] = append(out.args[i], freshDims(a, fresh))
			}
		}
		return out
	default: // no dimensions, or no data
	}
	return r
}

// fillDims replaces the unknown dimensions by fresh size variables.
func fillDims(r rep, fresh func() *core.Var) rep {
	ts := leafTypes(r)
	for i, t := range ts {
		ts[i].Dims = append([]core.Atom{}, t.Dims...)
	}
	var fill func(r rep, depth int, ts []core.Type) []core.Type
	fill = func(r rep, depth int, ts []core.Type) []core.Type {
		switch r := r.(type) {
		case rPrim:
			return ts[1:]
		case rArr:
			n := len(leafTypes(r.elem))
			if r.dim == nil {
				v := fresh()
				for i := range ts[:n] {
					ts[i].Dims[depth] = v
				}
			}
			fill(r.elem, depth+1, ts[:n])
			return ts[n:]
		case rRec:
			if len(r.fields) == 0 {
				return ts[1:]
			}
			for _, f := range r.fields {
				ts = fill(f, depth, ts)
			}
		case rSum:
			ts = ts[1:]
			for _, as := range r.args {
				for _, a := range as {
					ts = fill(a, depth, ts)
				}
			}
		default: // not a parameter of a function of core
		}
		return ts
	}
	fill(r, 0, ts)
	return refresh(r, ts)
}

// paramRep is the rep of a parameter: only sizes that are variables or constants keep their meaning, others
// become size parameters of their own.
func (l *lowerer) paramRep(t types.Type, fr *frame, fresh func() *core.Var) rep {
	return fillDims(l.repOf(plainSizes(t), fr), fresh)
}

// plainSizes replaces size expressions in t by unknown sizes.
func plainSizes(t types.Type) types.Type {
	switch t := types.Reveal(t).(type) {
	case *types.Array:
		dim := types.ResolveSize(t.Dim)
		if _, ok := dim.(*types.SizeExp); ok {
			dim = types.SizeAny{}
		}
		return &types.Array{Dim: dim, Elem: plainSizes(t.Elem)}
	case *types.Record:
		r := &types.Record{}
		for _, f := range t.Fields {
			r.Fields = append(r.Fields, types.Field{Name: f.Name, Type: plainSizes(f.Type)})
		}
		return r
	default:
		return t
	}
}

// makeFun lowers an instantiation to a function of the program; false if it can't be one.
func (l *lowerer) makeFun(f *fun, d *types.Def, reps []rep) bool {
	oldSc, oldSrc, oldTop := l.Sc, l.Src, l.top
	defer func() { l.Sc, l.Src, l.top = oldSc, oldSrc, oldTop }()
	l.Sc, l.top = nil, newTop()
	l.top.open = f.def != nil
	fr := newFrame(l.top)
	var sizes []*core.Var
	fresh := func() *core.Var {
		v := core.NewVar("n", core.I64)
		sizes = append(sizes, v)
		return v
	}
	for i, t := range d.Sym.Scheme.Types {
		if f.def == nil && !firstOrder(reps[i]) {
			return false
		}
		f.typeReps = append(f.typeReps, freshDims(reps[i], fresh))
		fr.typs[t] = typeArg{rep: f.typeReps[i]}
	}
	for _, n := range d.Sym.Scheme.Sizes {
		v := core.NewVar(clean(n.Name), core.I64)
		sizes = append(sizes, v)
		f.schemeSizes = append(f.schemeSizes, v)
		fr.setSize(n, v)
	}
	var paramReps []rep
	for i, p := range d.Params {
		r := l.paramRep(p.Pat.Type(), fr, fresh)
		if !firstOrder(r) && !f.isStatic(i) {
			return false
		}
		paramReps = append(paramReps, r)
	}
	if !firstOrder(l.repOf(plainSizes(d.Ret), fr)) {
		return false
	}
	l.Within(emit.FunScope, func() {
		var params []*core.Var
		for i, p := range d.Params {
			if f.isStatic(i) {
				l.bindPat(p.Pat, f.static[i], fr)
				continue
			}
			vs := l.params(paramReps[i], leafNames(p.Pat, paramReps[i], "p"))
			params = append(params, vs...)
			v := build(paramReps[i], core.Atoms(vs))
			bindUnknown(p.Pat.Type(), v, fr)
			l.bindPat(p.Pat, v, fr)
		}
		f.sizes = orderSizes(sizes, params)
		l.Sc.Declare(f.sizes...)
		f.core.Params = append(append([]*core.Var{}, f.sizes...), params...)
		if f.def != nil {
			l.promise(f, l.repOf(plainSizes(d.Ret), fr))
			l.keep(f, l.exp(d.Body, fr))
			return
		}
		l.finish(f, l.exp(d.Body, fr), l.repOf(plainSizes(d.Ret), fr))
	})
	l.prog.Funs = append(l.prog.Funs, f.core)
	return true
}

// funName makes a name for a function that no other has.
func (l *lowerer) funName(name string) string {
	name = clean(name)
	base := name
	for i := 2; l.names[name]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	l.names[name] = true
	return name
}

// patName is a name for the leaves of a pattern.
func patName(p types.Pat) string {
	if v, ok := p.(*types.PatVar); ok {
		return clean(v.Sym.Name)
	}
	return "p"
}

// clean makes a name of core out of a name of Futhark, which may hold primes, dots and operators.
func clean(name string) string {
	out := []byte(name)
	for i, c := range out {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' && i > 0 || c == '_') {
			out[i] = '_'
		}
	}
	return string(out)
}

// params makes parameters for the leaves of r. As they have roots of nobody, they are never consumed.
func (l *lowerer) params(r rep, names []string) []*core.Var {
	var out []*core.Var
	for i, t := range leafTypes(r) {
		v := core.NewVar(names[i], t)
		l.Sc.Declare(v)
		if !t.IsScalar() {
			l.Roots[v] = []*emit.Root{{Sc: l.Sc, Shared: true}}
		}
		out = append(out, v)
	}
	return out
}

// orderSizes are the sizes in the order in which parameters mention them, then the others.
func orderSizes(sizes, params []*core.Var) []*core.Var {
	want := map[core.Atom]bool{}
	for _, s := range sizes {
		want[s] = true
	}
	var set core.VarSet
	for _, p := range params {
		for _, d := range p.Type.Dims {
			if want[d] {
				set.Add(d.(*core.Var))
			}
		}
	}
	for _, s := range sizes {
		set.Add(s)
	}
	return set.List
}

// finish closes the body of a function: sizes that are bound inside are returned to the left.
func (l *lowerer) finish(f *fun, v val, expect rep) {
	leaves := flatten(v)
	wants := leafTypes(expect)
	var exts, ret []*core.Var
	var extArgs []core.Atom
	extOf := map[core.Atom]*core.Var{}
	params := map[core.Atom]bool{}
	for _, p := range f.core.Params {
		params[p] = true
	}
	outer := func(a core.Atom) bool {
		_, isVar := a.(*core.Var)
		return a != nil && (!isVar || params[a])
	}
	for i, a := range leaves {
		t := a.AtomType()
		want := make([]core.Atom, len(t.Dims))
		dims := make([]core.Atom, len(t.Dims))
		for j, d := range t.Dims {
			switch {
			case outer(d):
				dims[j] = d
			case i < len(wants) && outer(wants[i].Dims[j]):
				dims[j], want[j] = wants[i].Dims[j], wants[i].Dims[j]
			default:
				if extOf[d] == nil {
					extOf[d] = core.NewVar("n", core.I64)
					exts, extArgs = append(exts, extOf[d]), append(extArgs, d)
				}
				dims[j] = extOf[d]
			}
		}
		leaves[i] = l.CastAtom(a, core.Type{Elem: t.Elem, Dims: want})
		ret = append(ret, core.NewVar("r", core.Type{Elem: t.Elem, Dims: dims}))
	}
	f.exts = len(exts)
	f.ret = refresh(repOfVal(v), core.VarTypes(ret))
	f.core.Ret = append(exts, ret...)
	f.core.Body = l.Sc.Body(append(extArgs, leaves...))
}

// cost is the number of expressions of a definition with all definitions that it mentions; large numbers are
// cut off.
func (l *lowerer) cost(d *types.Def) int {
	if c, ok := l.costs[d]; ok {
		return c
	}
	l.costs[d] = 1 << 20 // while it is computed: recursion
	c := 0
	walk(d.Body, func(e types.Exp) {
		c++
		if r, ok := e.(*types.Ref); ok && r.Sym.Kind == types.KindDef && r.Sym.Def != nil && !apart(r.Sym.Def) {
			c += min(l.cost(r.Sym.Def), 1<<20)
		}
	})
	l.costs[d] = min(c, 1<<20)
	return l.costs[d]
}

// usesGlobals reports whether a definition reaches a value of the session; such definitions are inlined into
// the entry, which has these values as parameters.
func (l *lowerer) usesGlobals(d *types.Def) bool {
	if u, ok := l.globalUse[d]; ok {
		return u
	}
	l.globalUse[d] = false
	u := false
	for _, s := range d.Uses {
		u = u || s.Kind == types.KindValue
	}
	walk(d.Body, func(e types.Exp) {
		if r, ok := e.(*types.Ref); ok {
			u = u || r.Sym.Kind == types.KindValue || (r.Sym.Kind == types.KindDef && r.Sym.Def != nil && l.usesGlobals(r.Sym.Def))
		}
	})
	l.globalUse[d] = u
	return u
}
