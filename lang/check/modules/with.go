package modules

import (
	"raido/lang/check/fault"
	"raido/lang/check/infer"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// sigWith is a module type with a definition for one of its abstract types.
func (k *Declarer) sigWith(env *scope.Env, x *syntax.SigWith, prefix string) *sig {
	s := k.sig(env, x.Sig, prefix)
	if s == nil {
		return nil
	}
	named := s.find(x.Name)
	target := s.refined(named)
	if target == nil {
		what := "has no type " + x.Name.Base
		if named != nil {
			what = "defines type " + x.Name.Base + " already"
		}
		d := k.Error(diag.Module, fault.CodeWith, x.Name.Span, "the module type before `with` %s", what)
		if named != nil {
			fault.Note(d, named.at, "it is defined here")
		}
		d.Hint = "only an abstract type of the module type can be given a definition"
		return nil
	}
	b := &scope.Bindings{}
	inner := &Declarer{Context: infer.Context{Path: k.Path, Library: k.Library}}
	inner.typ(env, &syntax.TypeDecl{DeclHead: syntax.DeclHead{Span: x.Span}, Name: x.Name.Base, NameSpan: x.Name.Span, Lift: "^", Params: x.Params, Type: x.Type}, b)
	k.Diags = append(k.Diags, inner.Diags...)
	def := b.Type(x.Name.Base)
	if def.Type == nil {
		return nil
	}
	def.Name, def.Lift = target.typ.Name, leastLift(def)
	if !sameParams(def, target.typ) {
		d := k.Error(diag.Module, fault.CodeWith, x.Name.Span, "type %s takes other parameters than here", x.Name.Base)
		fault.Note(d, target.at, "it is specified here")
		return nil
	}
	r, c := &replacement{sub: &types.Subst{}, fresh: new([]*types.SizeVar)}, k.checker(env)
	r.sub.BindAbstract(target.abs, func(args []types.Type, sizes []types.Size) types.Type {
		return def.At(args, sizes, func() types.Size {
			n := c.NewSize("", x.Name.Span)
			*r.fresh = append(*r.fresh, n)
			return n
		})
	})
	target.typ, target.abs = def, nil
	s.substitute(r)
	return s
}

// leastLift is the least lift that a definition may be declared with.
func leastLift(d *scope.TypeDef) types.Lift {
	var u types.Unifier
	for l := types.Unlifted; l < types.FullyLifted; l++ {
		if (l > types.Unlifted || len(d.Exts) == 0) && u.Restrict(d.Type, l) == nil {
			return l
		}
	}
	return types.FullyLifted
}

// replacement puts types in place of abstract types. fresh are the sizes that it made, at each use, for
// those that the types hide.
type replacement struct {
	sub   *types.Subst
	fresh *[]*types.SizeVar
}

func (r *replacement) typ(t types.Type) (types.Type, []*types.SizeVar) {
	*r.fresh = nil
	return r.sub.Type(t), *r.fresh
}

// value replaces in a specification of a value: a hidden size is any size in a parameter, and unknown in a
// result.
func (r *replacement) value(sp *spec) {
	sch := *sp.val.Scheme
	t, fresh := r.typ(sch.Type)
	if _, fn := types.Resolve(t).(*types.Func); !fn {
		sp.exts, fresh = append(sp.exts[:len(sp.exts):len(sp.exts)], fresh...), nil
	}
	t, any := closeHidden(t, fresh)
	sch.Type, sch.Sizes = t, append(sch.Sizes[:len(sch.Sizes):len(sch.Sizes)], any...)
	sp.val.Scheme = &sch
	if monoI64(sp.val) {
		types.SizeOfSymbol(sp.val)
	}
}

// refined is the specification of the abstract type that a type is: itself, or the one of s that it is another
// name of; nil if it has a definition.
func (s *sig) refined(sp *spec) *spec {
	if sp == nil || sp.abs != nil {
		return sp
	}
	use, ok := sp.typ.Type.(*types.Var)
	if !ok || use.Abs == nil || len(use.Args)+len(use.Sizes) != len(sp.typ.Params) {
		return nil
	}
	args, sizes := use.Args, use.Sizes
	for _, p := range sp.typ.Params { // must be passed on as they are
		switch {
		case p.Size != nil && len(sizes) > 0 && sizes[0] == types.Size(p.Size):
			sizes = sizes[1:]
		case p.Type != nil && len(args) > 0 && args[0] == types.Type(p.Type):
			args = args[1:]
		default:
			return nil
		}
	}
	return s.specOf(use.Abs)
}

// specOf is the specification that introduces an abstract type, nil if s does not.
func (s *sig) specOf(abs *types.Abstract) *spec {
	for _, sp := range s.specs {
		if sp.abs == abs {
			return sp
		}
		if sp.mod != nil {
			if in := sp.mod.specOf(abs); in != nil {
				return in
			}
		}
	}
	return nil
}

// find is the specification of a type, which may be in a submodule.
func (s *sig) find(name syntax.Name) *spec {
	for _, q := range name.Quals {
		var inner *sig
		for _, sp := range s.specs {
			if sp.mod != nil && sp.name == q {
				inner = sp.mod
			}
		}
		if inner == nil {
			return nil
		}
		s = inner
	}
	var out *spec
	for _, sp := range s.specs {
		if sp.typ != nil && sp.name == name.Base {
			out = sp
		}
	}
	return out
}

// substitute puts types in place of abstract types, everywhere in s.
func (s *sig) substitute(r *replacement) {
	if s.arrow != nil {
		s.arrow.subs = append(s.arrow.subs, r)
	}
	for _, sp := range s.specs {
		switch {
		case sp.val != nil:
			r.value(sp)
		case sp.typ != nil && sp.abs == nil:
			def := *sp.typ
			t, fresh := r.typ(def.Type)
			def.Type, def.Exts = t, append(def.Exts[:len(def.Exts):len(def.Exts)], fresh...)
			sp.typ = &def
		case sp.mod != nil:
			sp.mod.substitute(r)
		}
	}
}
