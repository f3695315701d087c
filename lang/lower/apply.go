package lower

import (
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower/emit"
	"raido/lang/types"
	"slices"
)

// ref is the use of a symbol.
func (l *lowerer) ref(e *types.Ref, fr *frame) val {
	switch e.Sym.Kind {
	case types.KindLocal:
		v, ok := l.lookup(e.Sym, fr)
		if !ok {
			diag.Bugf("lower: %s has no value", e.Sym.Name)
		}
		if c, ok := v.(*closure); ok && c.def != nil && c.inst.ref == nil {
			c2 := *c
			c2.inst = inst{e, fr}
			return l.useDef(&c2)
		}
		return v
	case types.KindDef:
		if e.Sym.Def == nil {
			if v, ok := l.lookup(e.Sym, fr); ok {
				return v
			}
			diag.Bugf("lower: %s has no definition", e.Sym.Name)
		}
		if v, ok := fr.sym(e.Sym); ok { // a local function
			c, isFun := v.(*closure)
			if !isFun {
				return v
			}
			c2 := *c
			c2.inst = inst{e, fr}
			return l.useDef(&c2)
		}
		d := e.Sym.Def
		return l.useDef(&closure{params: d.Params, body: d.Body, def: d, inst: inst{e, fr}})
	case types.KindValue:
		return l.global(e.Sym)
	case types.KindPrim:
		r := primRow(e.Sym.Prim)
		p := &primFn{name: e.Sym.Prim, row: r, inst: inst{e, fr}}
		if r.arity == 0 {
			return r.lower(l, &call{primFn: p})
		}
		return p
	}
	diag.Bugf("lower: unknown kind of symbol %s", e.Sym.Name)
	return nil
}

// useDef is the value of a definition: a constant is evaluated, a function stays a closure.
func (l *lowerer) useDef(c *closure) val {
	if len(c.params) > 0 {
		return c
	}
	if v, ok := l.constant(c); ok {
		return v
	}
	return l.exp(c.body, l.activate(c))
}

// constant is the value of a top-level constant. It is computed once for each function, at its start, as
// Futhark computes constants before anything else.
func (l *lowerer) constant(c *closure) (val, bool) {
	d := c.def
	if d == nil || c.fr != nil || d.Sym.Scheme == nil || len(d.Sym.Scheme.Types)+len(d.Sym.Scheme.Sizes) > 0 {
		return nil, false
	}
	if v, ok := l.top.consts[d]; ok {
		return v, true
	}
	if !firstOrder(l.repOf(plainSizes(d.Ret), l.top)) {
		return nil, false
	}
	if l.top.open { // a recursive function: once for the program
		v := l.constantOfEntry(c)
		bindUnknown(d.Ret, v, l.top)
		l.top.consts[d] = v
		return v, true
	}
	old := l.Sc
	for l.Sc.Up != nil {
		l.Sc = l.Sc.Up
	}
	v := l.exp(c.body, newFrame(l.top))
	l.Sc = old
	for _, a := range flatten(v) {
		if x, ok := a.(*core.Var); ok {
			l.Share([]*core.Var{x})
		}
	}
	bindUnknown(d.Ret, v, l.top)
	l.top.consts[d] = v
	return v, true
}

// activate makes the frame for the body of a closure, with the instantiation of a definition.
func (l *lowerer) activate(c *closure) *frame {
	up := c.fr
	if up == nil {
		up = l.top
	}
	fr := newFrame(up)
	if c.def == nil || c.inst.ref == nil || c.def.Sym.Scheme == nil {
		return fr
	}
	s, ref := c.def.Sym.Scheme, c.inst.ref
	for i, t := range s.Types {
		if i < len(ref.TypeArgs) {
			fr.typs[t] = typeArg{t: ref.TypeArgs[i], fr: c.inst.fr}
		}
	}
	for i, n := range s.Sizes {
		if i < len(ref.SizeArgs) && ref.SizeArgs[i] != nil {
			fr.sizes[n] = sizeArg{size: ref.SizeArgs[i], fr: c.inst.fr}
		}
	}
	return fr
}

// application lowers Fn Args and opens the unknown sizes of the result.
func (l *lowerer) application(e *types.Apply, fr *frame) val {
	f := l.exp(e.Fn, fr)
	args := make([]val, len(e.Args))
	for i, a := range e.Args {
		args[i] = l.exp(a, fr)
	}
	v := l.apply(f, args...)
	bindSizes(e.Exts, e.T, v, fr)
	return v
}

// apply applies a function value to arguments, as many as there are.
func (l *lowerer) apply(f val, args ...val) val {
	if len(args) == 0 {
		return f
	}
	if l.depth++; l.depth > maxDepth {
		panic(emit.Unsupported("the program is nested too deeply"))
	}
	defer func() { l.depth-- }()
	switch f := f.(type) {
	case *closure:
		all := append(append([]val{}, f.args...), args...)
		c := *f
		if len(all) < len(c.params) {
			c.args = all
			return &c
		}
		c.args = all[:len(c.params)]
		return l.apply(l.enter(&c), all[len(c.params):]...)
	case *primFn:
		all := append(append([]val{}, f.args...), args...)
		p := *f
		if len(all) < p.row.arity {
			p.args = all
			return &p
		}
		p.args = all[:p.row.arity]
		return l.apply(p.row.lower(l, &call{primFn: &p}), all[p.row.arity:]...)
	default: // data
	}
	diag.Bugf("lower: %T is applied", f)
	return nil
}

// enter runs the body of a closure that has all its arguments, or calls the function made of it.
func (l *lowerer) enter(c *closure) val {
	if c.def != nil {
		if v, ok := l.callFun(c); ok {
			return v
		}
	}
	fr := l.activate(c)
	var sizes []*types.SizeVar
	if c.def != nil && c.def.Sym.Scheme != nil {
		sizes = c.def.Sym.Scheme.Sizes
	}
	for i, p := range c.params {
		bindParamSizes(sizes, p.Pat.Type(), c.args[i], fr)
		l.bindPat(p.Pat, c.args[i], fr)
	}
	return l.exp(c.body, fr)
}

// bindParamSizes binds the size parameters that occur in the type of a parameter, the first time.
func bindParamSizes(sizes []*types.SizeVar, t types.Type, v val, fr *frame) {
	var open []*types.SizeVar
	for _, s := range sizes {
		if fr.sizes[s].atom == nil {
			open = append(open, s)
		}
	}
	bindSizes(open, t, v, fr)
	bindUnknown(t, v, fr)
}

// inlineCost is the size, with everything it inlines, up to which a definition is inlined.
const inlineCost = 150

// inlineTimes is how often a definition that consumes a parameter is inlined; as a function it has to
// copy the parameter first.
const inlineTimes = 16

// apart reports whether a definition says that it is to be a function, within that it is to be none.
func apart(d *types.Def) bool  { return slices.Contains(d.Attrs, "noinline") }
func within(d *types.Def) bool { return slices.Contains(d.Attrs, "inline") }

// callFun calls the function made of a definition, if it should be one.
func (l *lowerer) callFun(c *closure) (val, bool) {
	d := c.def
	if d == nil || c.fr != nil || d.Sym.Scheme == nil || l.cost(d) <= inlineCost && !apart(d) {
		return nil, false
	}
	recursive := l.isRecursive(d)
	if (within(d) || l.usesGlobals(d)) && !recursive {
		return nil, false
	}
	for _, p := range d.Params {
		if p.Consumed && !recursive {
			if l.inlined[d]++; l.inlined[d] <= inlineTimes {
				return nil, false
			}
			break
		}
	}
	fr := l.activate(c)
	var reps []rep
	for _, t := range d.Sym.Scheme.Types {
		reps = append(reps, l.repOf(t, fr))
	}
	f := l.instantiate(d, reps, c.args)
	if f == nil {
		return nil, false
	}
	v, ok := l.call(f, c, reps)
	if !ok && recursive {
		panic(emit.Unsupported(d.Sym.Name + " calls itself, and has a size that none of its arguments shows"))
	}
	return v, ok
}

// call emits the Call of an instantiation.
func (l *lowerer) call(f *fun, c *closure, reps []rep) (val, bool) {
	sub := core.NewSubst()
	match := func(want, have []core.Type) {
		for i, t := range want {
			for j, d := range t.Dims {
				if v, ok := d.(*core.Var); ok && sub.Vars[v] == nil && have[i].Dims[j] != nil {
					sub.Vars[v] = have[i].Dims[j]
				}
			}
		}
	}
	var leaves []core.Atom
	for i, a := range c.args {
		if !f.isStatic(i) {
			leaves = append(leaves, flatten(a)...)
		}
	}
	params := f.core.Params[len(f.sizes):]
	match(core.VarTypes(params), core.AtomTypes(leaves))
	for i, r := range reps {
		match(leafTypes(f.typeReps[i]), leafTypes(r))
	}
	ref, s := c.inst.ref, c.def.Sym.Scheme
	for i, v := range f.schemeSizes {
		if sub.Vars[v] == nil && ref != nil && i < len(ref.SizeArgs) && ref.SizeArgs[i] != nil && s.Sizes[i] != nil {
			if a := l.size(ref.SizeArgs[i], c.inst.fr); a != nil {
				sub.Vars[v] = a
			}
		}
	}
	var args []core.Atom
	for _, v := range f.sizes {
		if sub.Vars[v] == nil {
			return nil, false
		}
		args = append(args, sub.Vars[v])
	}
	for i, a := range leaves {
		if params[i].Type.IsScalar() { // may be a size of the result
			sub.Vars[params[i]] = a
		}
	}
	for i, a := range leaves {
		args = append(args, l.CastAtom(a, sub.Type(params[i].Type)))
	}
	pat := sub.Binders(f.core.Ret)
	l.Add(pat, &core.Call{Fun: f.core, Args: args})
	results := pat[f.exts:]
	shared := f.def != nil // what it uses besides its arguments is not known yet
	for _, a := range args {
		shared = shared || !a.AtomType().IsScalar()
	}
	for _, v := range results {
		l.Roots[v] = []*emit.Root{{Sc: l.Sc, Shared: shared}}
	}
	return build(f.ret, core.Atoms(results)), true
}
