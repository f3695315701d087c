package types

import (
	"slices"

	"raido/lang/diag"
)

// Abstract is the identity of an abstract type: what a module type declares without a definition, made
// anew wherever a module type is used. A use of it is a Var whose Args and Sizes stand for its parameters.
type Abstract struct {
	Name  string // with its module: "set.t"
	Types []*Var
	Sizes []*SizeVar
	// Rep is what the type stands for, in terms of the parameters: known to lowering, not to the checker.
	// It is nil while the body of a parametric module is checked by itself. An unknown size in it is SizeAny.
	Rep  Type
	Span diag.Span // of the specification
	// Linear: the type of accumulators, acc t for the array type t. See Note [Linearity] in lang/check/uniqueness.
	Linear bool
}

// Use is the abstract type at arguments.
func (a *Abstract) Use(lift Lift, args []Type, sizes []Size) *Var {
	return &Var{Name: a.Name, Lift: lift, Args: args, Sizes: sizes, Abs: a}
}

// Reveal is Resolve for lowering: it also looks through abstract types at the top of t.
func Reveal(t Type) Type {
	for {
		t = Resolve(t)
		v, ok := t.(*Var)
		if !ok || v.Abs == nil || v.Abs.Rep == nil {
			return t
		}
		t = v.Abs.at(v)
	}
}

// IsLinear reports whether t is the type of an accumulator.
func IsLinear(t Type) bool {
	v, ok := Reveal(t).(*Var)
	return ok && v.Abs != nil && v.Abs.Linear
}

// HasLinear reports whether a value of type t holds an accumulator.
func HasLinear(t Type) bool { return Holds(t, IsLinear) }

// Holds reports whether a value of type t is or holds one of a type with a property.
func Holds(t Type, is func(Type) bool) bool {
	holds := func(t Type) bool { return Holds(t, is) }
	switch x := Reveal(t).(type) {
	case *Array:
		return holds(x.Elem)
	case *Record:
		return slices.ContainsFunc(x.Fields, func(f Field) bool { return holds(f.Type) })
	case *Sum:
		return slices.ContainsFunc(x.Constrs, func(c Constr) bool { return slices.ContainsFunc(c.Args, holds) })
	default: // holds nothing else
	}
	return is(t)
}

// at is the representation for the arguments of a use.
func (a *Abstract) at(use *Var) Type {
	var s Subst
	for i, p := range a.Types {
		s.BindType(p, use.Args[i])
	}
	for i, n := range a.Sizes {
		s.BindSize(n, use.Sizes[i])
	}
	return s.Type(a.Rep)
}

// BindAbstract adds a replacement for an abstract type: def gives the type that stands for a use of it.
func (s *Subst) BindAbstract(a *Abstract, def func(args []Type, sizes []Size) Type) {
	if s.abs == nil {
		s.abs = map[*Abstract]func([]Type, []Size) Type{}
	}
	s.abs[a] = def
}

// abstract is the replacement of a use of an abstract type.
func (s *Subst) abstract(v *Var) (Type, bool) {
	def, ok := s.abs[v.Abs]
	if !ok {
		return nil, false
	}
	args, sizes := make([]Type, len(v.Args)), make([]Size, len(v.Sizes))
	for i, t := range v.Args {
		args[i] = s.Type(t)
	}
	for i, n := range v.Sizes {
		sizes[i] = s.Size(n)
	}
	return def(args, sizes), true
}

// mapVar maps the arguments of an abstract type; it is v itself when nothing changes.
func mapVar(v *Var, typ func(Type) Type, size func(Size) Size) Type {
	args := mapTypes(v.Args, typ)
	var sizes []Size
	for i, n := range v.Sizes {
		if m := size(n); m != n {
			if sizes == nil {
				sizes = append([]Size(nil), v.Sizes...)
			}
			sizes[i] = m
		}
	}
	if args == nil && sizes == nil {
		return v
	}
	out := *v
	if args != nil {
		out.Args = args
	}
	if sizes != nil {
		out.Sizes = sizes
	}
	return &out
}

// abstracts unifies two uses of an abstract type.
func (u *Unifier) abstracts(w, g *Var) *Mismatch {
	for i := range w.Args {
		if e := u.Unify(w.Args[i], g.Args[i]); e != nil {
			return e
		}
	}
	for i := range w.Sizes {
		if e := u.Size(w.Sizes[i], g.Sizes[i]); e != nil {
			return e
		}
	}
	return nil
}

// shown looks through the abstract types that the unifier may see.
func (u *Unifier) shown(t Type) Type {
	for {
		t = Resolve(t)
		v, ok := t.(*Var)
		if !ok || v.Abs == nil || v.Abs.Rep == nil || !u.Shows[v.Abs] {
			return t
		}
		t = v.Abs.at(v)
	}
}
