package lower

import (
	"fmt"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower/emit"
	"raido/lang/lower/iface"
	"raido/lang/prim"
	"raido/lang/types"
)

// entryState is the entry function under construction.
type entryState struct {
	sc     *emit.Scope
	top    *frame
	sizes  []*core.Var
	params []*core.Var
	global []*core.Var // leaves of the session's values
}

func (s *entryState) fresh() *core.Var {
	v := core.NewVar("n", core.I64)
	s.sizes = append(s.sizes, v)
	s.sc.Declare(v)
	return v
}

// entryFun lowers the entry point. Its value may be a function without parameters of its own (entry f =
// vjp g): then the parameters come from the type.
func (l *lowerer) entryFun(def *types.Def) *iface.Iface {
	f := &fun{core: &core.Fun{}}
	face := &iface.Iface{Name: def.Sym.Name}
	l.Within(emit.FunScope, func() {
		l.entry.sc, l.entry.top = l.Sc, l.top
		fr := newFrame(l.top)
		if s := def.Sym.Scheme; s != nil {
			if len(s.Types) > 0 {
				panic(&diag.Diag{Class: diag.Type, Code: codePolymorphic, Span: def.Sym.Span,
					Msg: fmt.Sprintf("%s is polymorphic, so it cannot be called from outside", def.Sym.Name)})
			}
			for _, n := range s.Sizes {
				fr.setSize(n, l.entry.fresh())
			}
		}
		for _, p := range def.Params {
			l.bindPat(p.Pat, l.entryParam(face, p.Pat, patName(p.Pat), p.Pat.Type(), fr), fr)
		}
		ret := def.Ret
		var extra []val
		for {
			ft, ok := types.Reveal(ret).(*types.Func)
			if !ok {
				break
			}
			name := fmt.Sprintf("x%d", len(extra))
			if ft.Name != nil {
				name = clean(ft.Name.Name)
			}
			v := l.entryParam(face, nil, name, ft.Param, fr)
			if s, ok := v.(scalar); ok && ft.Name != nil {
				fr.setSize(ft.Name, s.a)
			}
			extra = append(extra, v)
			ret = ft.Result
		}
		v := l.apply(l.exp(def.Body, fr), extra...)
		expect := l.repOf(plainSizes(ret), fr)
		f.sizes = usedSizes(l.entry.sizes, append(l.entry.params, l.entry.global...))
		f.core.Params = append(append(append([]*core.Var{}, f.sizes...), l.entry.params...), l.entry.global...)
		l.finish(f, v, expect)
		l.checkSizes(f)
		face.Ret = repOut(f.ret, types.Print(ret))
	})
	f.core.Name = l.funName(def.Sym.Name)
	l.prog.Funs = append(l.prog.Funs, f.core)
	face.Globals = l.globals
	face.NumSizes, face.NumExts = len(f.sizes), f.exts
	face.SetLeaves(f.core.Params)
	return face
}

// checkSizes refuses an entry point that uses a size which no argument has.
func (l *lowerer) checkSizes(f *fun) {
	has := map[*core.Var]bool{}
	for _, p := range f.core.Params {
		has[p] = true
	}
	free := core.FreeInBody(f.core.Body)
	for _, n := range l.entry.sizes {
		if !has[n] && free.Has(n) {
			panic(&diag.Diag{Class: diag.Size, Code: iface.CodeSizes, Msg: "the size " + n.Name + " cannot be found from the arguments",
				Hint: "give a parameter whose type has this size by itself, as in [" + n.Name + "]i32"})
		}
	}
}

// usedSizes are the sizes that parameters mention, in that order.
func usedSizes(sizes, params []*core.Var) []*core.Var {
	seen := map[core.Atom]bool{}
	for _, p := range params {
		for _, d := range p.Type.Dims {
			seen[d] = true
		}
	}
	var out []*core.Var
	for _, n := range orderSizes(sizes, params) {
		if seen[n] {
			out = append(out, n)
		}
	}
	return out
}

// entryRep is the rep of a parameter of the entry. Dimensions are constants or size parameters: one that is
// the value of another parameter gets a size parameter of its own.
func (l *lowerer) entryRep(t types.Type, fr *frame) rep {
	own := map[core.Atom]bool{}
	for _, n := range l.entry.sizes {
		own[n] = true
	}
	r := l.repOf(plainSizes(t), fr)
	ts := leafTypes(r)
	for i, lt := range ts {
		ts[i].Dims = append([]core.Atom{}, lt.Dims...)
		for j, d := range lt.Dims {
			if _, ok := d.(*core.Var); ok && !own[d] {
				ts[i].Dims[j] = nil
			}
		}
	}
	return fillDims(refresh(r, ts), l.entry.fresh)
}

// entryParam makes the parameters for the leaves of one argument. A size that is an expression is checked
// against the argument, which has that size from there on.
func (l *lowerer) entryParam(face *iface.Iface, p types.Pat, name string, t types.Type, fr *frame) val {
	r := l.entryRep(t, fr)
	if !firstOrder(r) {
		panic(&diag.Diag{Class: diag.Type, Code: codeFunction,
			Msg: fmt.Sprintf("parameter %s is a function (%s), so the entry point cannot be called from outside", name, types.Print(t))})
	}
	vs := l.params(r, leafNames(p, r, name))
	l.entry.params = append(l.entry.params, vs...)
	face.Params = append(face.Params, iface.Param{Name: name, Rep: repOut(r, types.Print(t))})
	v := build(r, core.Atoms(vs))
	bindUnknown(t, v, fr)
	have, want := leafTypes(r), leafTypes(l.repOf(t, fr))
	for i := range have {
		for j, d := range have[i].Dims {
			if w := want[i].Dims[j]; w != nil && !emit.SameAtom(d, w) {
				l.Assert(l.I64(prim.Eq, d, w), "parameter "+escape(name)+" has a dimension of %d where %d is wanted", d, w)
			}
		}
	}
	return build(r, l.CastAll(core.Atoms(vs), want)) // two arguments of one size have one size
}

// global is a value of the session: a parameter of the entry.
func (l *lowerer) global(s *types.Symbol) val {
	if v, ok := l.globalVal[s]; ok {
		return v
	}
	old := l.Sc
	l.Sc = l.entry.sc
	r := l.entryRep(s.Scheme.Type, l.top)
	if !firstOrder(r) {
		panic(emit.Unsupported("the value " + s.Name + " holds a function"))
	}
	vs := l.params(r, pathNames(nil, clean(s.Name), r))
	l.Sc = old
	l.entry.global = append(l.entry.global, vs...)
	l.globals = append(l.globals, iface.Global{Sym: s, Rep: repOut(r, types.Print(s.Scheme.Type))})
	v := build(r, core.Atoms(vs))
	bindUnknown(s.Scheme.Type, v, l.top)
	l.globalVal[s] = v
	return v
}

// repOut is a rep as callers see it; text is the type as the user reads it.
func repOut(r rep, text string) *iface.Rep {
	out := &iface.Rep{Text: text}
	for {
		a, ok := r.(rArr)
		if !ok {
			break
		}
		out.Rank++
		r = a.elem
	}
	switch r := r.(type) {
	case rPrim:
		out.Kind, out.Elem = iface.Prim, r.t
	case rRec:
		out.Kind, out.Names = iface.Record, r.names
		for _, f := range r.fields {
			out.Args = append(out.Args, []*iface.Rep{repOut(f, "")})
		}
	case rSum:
		out.Kind, out.Names = iface.Sum, r.names
		for _, as := range r.args {
			var args []*iface.Rep
			for _, a := range as {
				args = append(args, repOut(a, ""))
			}
			out.Args = append(out.Args, args)
		}
	default: // callers give and take data alone
	}
	return out
}
