package modules

import (
	"raido/lang/check/fault"
	"raido/lang/check/scope"
	"raido/lang/check/uniqueness"
	"raido/lang/types"
)

// values compares the values and modules, and gives what the view defines.
func (mt *matcher) values(env *scope.Env, s *sig, prefix string) *scope.Bindings {
	b := &scope.Bindings{}
	for _, sp := range s.specs {
		switch {
		case sp.typ != nil:
			def, _ := env.Type(sp.name)
			if mt.opaque {
				def = sp.typ
				if sp.abs == nil {
					def.Type = mt.sizes.Type(def.Type)
				}
			}
			b.AddType(sp.name, def)
		case sp.val != nil:
			if impl, ok := env.Value(sp.name); !ok {
				mt.lacks(sp, env)
			} else if impl.Scheme == nil { // in error
				b.AddValue(sp.name, impl)
			} else {
				b.AddValue(sp.name, mt.value(sp, impl))
			}
		default:
			if m, ok := env.Module(sp.name); !ok {
				mt.lacks(sp, env)
			} else if v := mt.submodule(m, sp, prefix); v != nil {
				b.AddModule(sp.name, v)
			}
		}
	}
	return b
}

func (mt *matcher) submodule(m *scope.Module, sp *spec, prefix string) *scope.Module {
	mt.path = append(mt.path, sp.name)
	defer func() { mt.path = mt.path[:len(mt.path)-1] }()
	if !mt.sameKind(m, sp.mod) {
		return nil
	}
	if sp.mod.arrow != nil {
		return mt.functor(m.Functor.(*functor), sp.mod.arrow)
	}
	v := scope.Structure((&scope.Env{}).Add(mt.values(m.Env(), sp.mod, prefix+sp.name+".")))
	v.Name, v.Span, v.Doc = m.Name, m.Span, m.Doc
	return v
}

// value gives the symbol by which the view knows a value: the definition's own where the types are the
// same, else a new one that stands for an instance of it.
func (mt *matcher) value(sp *spec, impl *types.Symbol) *types.Symbol {
	sch := sp.val.Scheme
	want, any := mt.expand(sch.Type)
	if _, fn := types.Resolve(want).(*types.Func); !fn && len(any) > 0 {
		d := mt.error(sp, impl.Span, fault.CodeSpecType, "value %s has a type that hides a size, which a value that is no function may not have", sp.name)
		d.Hint = "specify a function: val " + sp.name + ": () -> ..."
		return impl
	}
	seen := &types.Scheme{Sizes: append(any, sch.Sizes...), Types: sch.Types, Type: want}
	if mt.opaque {
		seen = &types.Scheme{Sizes: sch.Sizes, Types: sch.Types, Type: mt.sizes.Type(sch.Type)}
	}
	if len(sp.exts) == 0 && mt.sameScheme(seen, impl.Scheme) {
		return impl
	}
	var open types.Subst
	for _, v := range sp.exts {
		open.BindSize(v, mt.c.FreshSize())
	}
	ref := mt.c.Ref(impl, sp.at)
	if m := mt.c.Fits(mt.shows, open.Type(want), ref.T); m != nil {
		mt.mismatch(sp, impl, m, want)
		return impl
	}
	sym := sp.val
	sym.Scheme = seen
	mt.instance(ref)
	if uniqueness.MayCopy(ref) {
		d := mt.error(sp, impl.Span, fault.CodeSpecType, "value %s takes values of any type, which it may copy or drop, so it may not be specified for accumulators", sp.name)
		d.Hint = "declare its parameters with the type of the specification"
		return impl
	}
	if impl.Doc != "" && sym.Doc == "" {
		sym.Doc = impl.Doc
	}
	sym.Span = impl.Span
	sym.Def = &types.Def{Sym: sym, Ret: sym.Scheme.Type, Exts: sp.exts, Body: ref, Span: impl.Span, Uses: []*types.Symbol{impl}}
	sym.Def.Linear = uniqueness.LinearParams(sym.Def)
	return sym
}

// instance replaces the variables of the use of a definition by what they have become.
func (mt *matcher) instance(ref *types.Ref) {
	for i, n := range ref.SizeArgs {
		if _, open := types.ResolveSize(n).(*types.SizeMeta); open {
			ref.SizeArgs[i] = nil
		}
	}
	z := types.Zonker{OnType: mt.c.DefaultType, OnSize: func(*types.SizeMeta) types.Size { return types.SizeConst{} }}
	z.Exp(ref)
}

// sameScheme reports whether two types with parameters are equal, parameters taken in order.
func (mt *matcher) sameScheme(a, b *types.Scheme) bool {
	if len(a.Types) != len(b.Types) || len(a.Sizes) != len(b.Sizes) {
		return false
	}
	var s types.Subst
	for i, v := range b.Types {
		if v.Lift != a.Types[i].Lift {
			return false
		}
		s.BindType(v, a.Types[i])
	}
	for i, n := range b.Sizes {
		s.BindSize(n, a.Sizes[i])
	}
	return mt.sameClosed(a.Type, s.Type(b.Type))
}

// sameClosed is same without looking through abstract types: the symbols may then stand for each other.
func (mt *matcher) sameClosed(a, b types.Type) bool {
	return mt.c.Fits(nil, a, b) == nil && mt.c.Fits(nil, b, a) == nil
}

// expand is a specified type in terms of the module's. An unknown size that a type hides is any size in a
// parameter (these are given), and existential in a result.
func (mt *matcher) expand(t types.Type) (types.Type, []*types.SizeVar) {
	mt.fresh = nil
	t = mt.sub.Type(t)
	return closeHidden(t, mt.fresh)
}

// closeHidden makes sizes that types in t hide unknown where results have them; it gives the others.
func closeHidden(t types.Type, fresh []*types.SizeVar) (types.Type, []*types.SizeVar) {
	if len(fresh) == 0 {
		return t, nil
	}
	hidden := map[*types.Symbol]*types.SizeVar{}
	for _, n := range fresh {
		hidden[n.Sym] = n
	}
	t = closeResults(t, hidden)
	var left []*types.SizeVar
	for _, n := range fresh {
		if hidden[n.Sym] != nil {
			left = append(left, n)
		}
	}
	return t, left
}

// closeResults makes the hidden sizes in results of functions existential there; it takes them out of
// hidden.
func closeResults(t types.Type, hidden map[*types.Symbol]*types.SizeVar) types.Type {
	f, ok := types.Resolve(t).(*types.Func)
	if !ok {
		return t
	}
	g := *f
	g.Param = closeResults(f.Param, hidden)
	g.Result = closeResults(f.Result, hidden)
	if _, more := types.Resolve(f.Result).(*types.Func); !more {
		types.TypeSyms(f.Result, func(s *types.Symbol) {
			if n := hidden[s]; n != nil {
				g.Exts = append(g.Exts[:len(g.Exts):len(g.Exts)], n)
				delete(hidden, s)
			}
		})
	}
	return &g
}
