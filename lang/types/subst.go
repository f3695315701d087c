package types

import "raido/lang/diag"

// Subst replaces type parameters by types and sizes (named by their i64 symbols) by sizes. The zero
// Subst replaces nothing.
type Subst struct {
	vars  []*Var
	types []Type
	syms  []*Symbol
	sizes []Size
	vals  map[*Symbol]*Symbol // functions that sizes apply
	abs   map[*Abstract]func(args []Type, sizes []Size) Type
}

// BindType adds a replacement for a type parameter.
func (s *Subst) BindType(v *Var, t Type) {
	s.vars, s.types = append(s.vars, v), append(s.types, t)
}

// BindSize adds a replacement for the size that v names.
func (s *Subst) BindSize(v *SizeVar, n Size) {
	s.syms, s.sizes = append(s.syms, v.Sym), append(s.sizes, n)
}

// BindValue adds a replacement for a function that sizes apply.
func (s *Subst) BindValue(v, by *Symbol) {
	if s.vals == nil {
		s.vals = map[*Symbol]*Symbol{}
	}
	s.vals[v] = by
}

// Empty reports whether s replaces nothing.
func (s *Subst) Empty() bool { return len(s.vars)+len(s.syms)+len(s.vals)+len(s.abs) == 0 }

// Type applies s to t. What does not change is shared.
func (s *Subst) Type(t Type) Type {
	if s.Empty() {
		return t
	}
	return MapType(t, s.typeLeaf, s.Size)
}

func (s *Subst) typeLeaf(t Type) Type {
	if v, ok := t.(*Var); ok {
		if v.Abs != nil {
			if t, ok := s.abstract(v); ok {
				return t
			}
			return nil
		}
		for i, w := range s.vars {
			if v == w {
				return s.types[i]
			}
		}
	}
	return nil
}

func (s *Subst) sym(x *Symbol) (Size, bool) {
	for i, y := range s.syms {
		if x == y {
			return s.sizes[i], true
		}
	}
	return nil, false
}

// Size applies s to a size.
func (s *Subst) Size(n Size) Size {
	switch x := ResolveSize(n).(type) {
	case *SizeVar:
		if r, ok := s.sym(x.Sym); ok {
			return r
		}
	case *SizeExp:
		if !s.mentions(x.Exp) {
			return x
		}
		return ResolveSize(&SizeExp{mapSizeExp(x.Exp, s.expLeaf, s.Type, s.Size)})
	default: // mentions nothing
	}
	return n
}

func (s *Subst) expLeaf(e Exp) Exp {
	switch x := e.(type) {
	case *Ref:
		if r, ok := s.sym(x.Sym); ok {
			return SizeAsExp(r)
		}
		if by := s.vals[x.Sym]; by != nil {
			return mapSizeExp(&Ref{Node: x.Node, Sym: by, TypeArgs: x.TypeArgs, SizeArgs: x.SizeArgs}, s.expLeaf, s.Type, s.Size)
		}
	case *sizeVal:
		return SizeAsExp(s.Size(x.size))
	default: // goes on inside
	}
	return nil
}

func (s *Subst) mentions(e Exp) bool {
	found := len(s.vars)+len(s.abs) > 0
	if !found {
		expSyms(e, func(sym *Symbol) {
			if _, ok := s.sym(sym); ok || s.vals[sym] != nil {
				found = true
			}
		})
	}
	return found
}

// MapType rebuilds t. leaf is called on each node first and returns its replacement, or nil to go on
// inside; size maps each size. Solved variables are looked through; parts that do not change are shared.
func MapType(t Type, leaf func(Type) Type, size func(Size) Size) Type {
	diag.Poll()
	t = Resolve(t)
	if r := leaf(t); r != nil {
		return r
	}
	rec := func(x Type) Type { return MapType(x, leaf, size) }
	switch x := t.(type) {
	case *Array:
		d, e := size(x.Dim), rec(x.Elem)
		if d != x.Dim || e != x.Elem {
			return &Array{d, e}
		}
	case *Record:
		var fields []Field
		for i, f := range x.Fields {
			if ft := rec(f.Type); ft != f.Type {
				if fields == nil {
					fields = append([]Field(nil), x.Fields...)
				}
				fields[i].Type = ft
			}
		}
		if fields != nil {
			return &Record{fields}
		}
	case *Sum:
		var constrs []Constr
		for i, c := range x.Constrs {
			if args := mapTypes(c.Args, rec); args != nil {
				if constrs == nil {
					constrs = append([]Constr(nil), x.Constrs...)
				}
				constrs[i].Args = args
			}
		}
		if constrs != nil {
			return &Sum{constrs}
		}
	case *Func:
		p, r := rec(x.Param), rec(x.Result)
		if p != x.Param || r != x.Result {
			f := *x
			f.Param, f.Result = p, r
			return &f
		}
	case *Var:
		return mapVar(x, rec, size)
	default: // no parts
	}
	return t
}

// mapTypes is nil when nothing changes.
func mapTypes(ts []Type, f func(Type) Type) []Type {
	var out []Type
	for i, t := range ts {
		if u := f(t); u != t {
			if out == nil {
				out = append([]Type(nil), ts...)
			}
			out[i] = u
		}
	}
	return out
}

// SizeSyms calls f for each symbol that a size mentions.
func SizeSyms(n Size, f func(*Symbol)) {
	switch x := ResolveSize(n).(type) {
	case *SizeVar:
		f(x.Sym)
	case *SizeExp:
		expSyms(x.Exp, f)
	default: // mentions nothing
	}
}

func expSyms(e Exp, f func(*Symbol)) {
	switch x := e.(type) {
	case *Ref:
		f(x.Sym)
	case *sizeVal:
		SizeSyms(x.size, f)
	case *Project:
		expSyms(x.Rec, f)
	case *Apply:
		expSyms(x.Fn, f)
		for _, a := range x.Args {
			expSyms(a, f)
		}
	case *Index:
		expSyms(x.Arr, f)
		for _, d := range x.Idx {
			expSyms(d.Fix, f)
		}
	default: // no size has other forms
	}
}

// EachSize calls f for each size in t, also those inside function types and of constructors that an open type must
// have; types inside size expressions are left out.
func EachSize(t Type, f func(Size)) {
	switch x := Resolve(t).(type) {
	case *Array:
		f(x.Dim)
		EachSize(x.Elem, f)
	case *Record:
		for _, fl := range x.Fields {
			EachSize(fl.Type, f)
		}
	case *Sum:
		for _, c := range x.Constrs {
			for _, a := range c.Args {
				EachSize(a, f)
			}
		}
	case *Func:
		EachSize(x.Param, f)
		EachSize(x.Result, f)
	case *Var:
		for _, a := range x.Args {
			EachSize(a, f)
		}
		for _, n := range x.Sizes {
			f(n)
		}
	case *Meta:
		for _, c := range x.Constrs {
			for _, a := range c.Args {
				EachSize(a, f)
			}
		}
	default: // no sizes
	}
}

// TypeSyms calls f for each symbol that a size in t mentions.
func TypeSyms(t Type, f func(*Symbol)) {
	EachSize(t, func(s Size) { SizeSyms(s, f) })
}

// HasFunc reports whether a value of type t holds a function.
func HasFunc(t Type) bool {
	return Holds(t, func(t Type) bool { _, ok := Reveal(t).(*Func); return ok })
}

// Within reports whether a type has no more parts than are left, and takes them off.
func Within(t Type, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	switch x := Resolve(t).(type) {
	case *Array:
		return Within(x.Elem, left)
	case *Record:
		for _, f := range x.Fields {
			if !Within(f.Type, left) {
				return false
			}
		}
	case *Sum:
		for _, c := range x.Constrs {
			for _, a := range c.Args {
				if !Within(a, left) {
					return false
				}
			}
		}
	case *Func:
		return Within(x.Param, left) && Within(x.Result, left)
	default: // one part
	}
	return true
}

// FreeSyms calls f for each symbol that a size in t mentions and that no function type in t binds.
func FreeSyms(t Type, f func(*Symbol)) {
	switch x := Resolve(t).(type) {
	case *Array:
		SizeSyms(x.Dim, f)
		FreeSyms(x.Elem, f)
	case *Record:
		for _, fl := range x.Fields {
			FreeSyms(fl.Type, f)
		}
	case *Sum:
		for _, c := range x.Constrs {
			for _, a := range c.Args {
				FreeSyms(a, f)
			}
		}
	case *Func:
		FreeSyms(x.Param, f)
		FreeSyms(x.Result, func(s *Symbol) {
			if x.Name != nil && x.Name.Sym == s {
				return
			}
			for _, e := range x.Exts {
				if e.Sym == s {
					return
				}
			}
			f(s)
		})
	case *Var:
		for _, a := range x.Args {
			FreeSyms(a, f)
		}
		for _, n := range x.Sizes {
			SizeSyms(n, f)
		}
	case *Meta:
		for _, c := range x.Constrs {
			for _, a := range c.Args {
				FreeSyms(a, f)
			}
		}
	default: // no sizes
	}
}
