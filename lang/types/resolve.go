package types

import "raido/lang/prim"

// Resolve follows solved unification variables at the top of t. It shortens their chains, since each element of
// an array literal makes that of its type longer by one.
func Resolve(t Type) Type {
	first, ok := t.(*Meta)
	if !ok || first.Bound == nil {
		return t
	}
	for t = first.Bound; ; {
		m, ok := t.(*Meta)
		if !ok || m.Bound == nil {
			break
		}
		t = m.Bound
	}
	for m := first; m.Bound != t; {
		next := m.Bound.(*Meta)
		m.Bound, m = t, next
	}
	return t
}

// ResolveSize follows solved size variables at the top of s; a size expression that is just a size is
// that size.
func ResolveSize(s Size) Size {
	for {
		switch x := s.(type) {
		case *SizeMeta:
			if x.Bound == nil {
				return s
			}
			s = x.Bound
		case *SizeExp:
			if n, ok := sizeOfAtom(x.Exp); ok {
				s = n
				continue
			}
			return s
		default:
			return s
		}
	}
}

// sizeOfAtom is the size that an expression is, when it is a constant, a name, or stands for a size.
func sizeOfAtom(e Exp) (Size, bool) {
	switch x := e.(type) {
	case *sizeVal:
		return x.size, true
	case *Lit:
		if x.Val.Type == prim.I64 {
			return SizeConst{x.Val.Int64()}, true
		}
	case *Ref:
		if x.Sym.Size != nil {
			return x.Sym.Size, true
		}
	default: // no atom
	}
	return nil, false
}

// sizeVal is a size inside a size expression: it stands for a parameter that was instantiated. Zonking
// turns it into an ordinary expression, so that none is left in a finished tree.
type sizeVal struct {
	Node
	size Size
}

func (*sizeVal) exp() {}

// I64 is the type of sizes.
var I64 Type = Prim{prim.I64}

// Bool is the type of conditions.
var Bool Type = Prim{prim.Bool}

// Unit is the type of ().
var Unit Type = &Record{}

// SizeAsExp is the expression of type i64 that computes s.
func SizeAsExp(s Size) Exp {
	switch x := ResolveSize(s).(type) {
	case SizeConst:
		return &Lit{Node{T: I64}, prim.Int(prim.I64, x.N)}
	case *SizeVar:
		if x.Sym != nil {
			return &Ref{Node: Node{T: I64, At: x.Sym.Span}, Sym: x.Sym}
		}
	case *SizeExp:
		return x.Exp
	default: // not known yet: stands for itself
	}
	return &sizeVal{Node{T: I64}, s}
}

// SizeOfExp is the size that an expression of type i64 denotes: a constant, a name, or a size
// expression; ok is false when the expression may not be a size (it has binders or branches).
func SizeOfExp(e Exp) (s Size, ok bool) {
	e = unguarded(e)
	if s, ok := sizeOfAtom(e); ok {
		return s, true
	}
	if r, isRef := e.(*Ref); isRef && isI64(r.T) && len(r.TypeArgs) == 0 && len(r.SizeArgs) == 0 {
		return SizeOfSymbol(r.Sym), true
	}
	if !sizeable(e) {
		return nil, false
	}
	return &SizeExp{e}, true
}

// SizeOfSymbol is the i64 symbol as a size.
func SizeOfSymbol(s *Symbol) *SizeVar {
	if s.Size == nil {
		s.Size = &SizeVar{Name: s.Name, Sym: s}
	}
	return s.Size
}

func isI64(t Type) bool {
	p, ok := Resolve(t).(Prim)
	return ok && p.Prim == prim.I64
}

// sizeable reports whether an expression may stand in a type: names, constants, applications, fields and
// single elements.
func sizeable(e Exp) bool {
	switch x := e.(type) {
	case *Lit, *sizeVal, *Ref:
		return true
	case *Project:
		return sizeable(x.Rec)
	case *Apply:
		for _, a := range x.Args {
			if !sizeable(a) {
				return false
			}
		}
		return len(x.Exts) == 0 && sizeable(x.Fn)
	case *Index:
		for _, d := range x.Idx {
			if d.Slice || !sizeable(d.Fix) {
				return false
			}
		}
		return sizeable(x.Arr)
	default: // may not stand in a type
	}
	return false
}

// unguarded is a size expression without assertions and attributes: the value is computed where it stands, and they
// are no part of what it is.
func unguarded(e Exp) Exp {
	switch x := e.(type) {
	case *Assert:
		return unguarded(x.E)
	case *Attr:
		return unguarded(x.E)
	case *Project:
		return &Project{x.Node, unguarded(x.Rec), x.Field}
	case *Apply:
		r := &Apply{Node: x.Node, Fn: unguarded(x.Fn), Exts: x.Exts}
		for _, a := range x.Args {
			r.Args = append(r.Args, unguarded(a))
		}
		return r
	case *Index:
		r := &Index{Node: x.Node, Arr: unguarded(x.Arr), Idx: append([]DimIndex(nil), x.Idx...), Exts: x.Exts}
		for i, d := range r.Idx {
			if d.Fix != nil {
				r.Idx[i].Fix = unguarded(d.Fix)
			}
		}
		return r
	default: // nothing around the value
	}
	return e
}

// MapSizeParts replaces parts of a size: f gives what takes the place of a part, or nil to look inside of it.
func MapSizeParts(s Size, f func(Size) Size) Size {
	s = ResolveSize(s)
	if r := f(s); r != nil {
		return r
	}
	x, ok := s.(*SizeExp)
	if !ok {
		return s
	}
	part := func(e Exp) Exp {
		if p, ok := SizeOfExp(e); ok && isI64(e.Type()) {
			return SizeAsExp(MapSizeParts(p, f))
		}
		return e
	}
	switch e := x.Exp.(type) {
	case *Apply:
		r := &Apply{Node: e.Node, Fn: e.Fn, Exts: e.Exts}
		for _, a := range e.Args {
			r.Args = append(r.Args, part(a))
		}
		return &SizeExp{r}
	case *Index:
		r := &Index{Node: e.Node, Arr: e.Arr, Exts: e.Exts}
		for _, d := range e.Idx {
			r.Idx = append(r.Idx, DimIndex{Fix: part(d.Fix)})
		}
		return &SizeExp{r}
	default: // no size has other forms
	}
	return s
}

// mapSizeExp rebuilds a size expression: leaf is called for references and size values and returns the
// replacement, or nil to keep the leaf; typ and size map what types the nodes carry.
func mapSizeExp(e Exp, leaf func(Exp) Exp, typ func(Type) Type, size func(Size) Size) Exp {
	rec := func(x Exp) Exp { return mapSizeExp(x, leaf, typ, size) }
	node := func(n Node) Node { return Node{typ(n.T), n.At} }
	switch x := e.(type) {
	case *sizeVal:
		if r := leaf(x); r != nil {
			return r
		}
	case *Ref:
		if r := leaf(x); r != nil {
			return r
		}
		if len(x.TypeArgs)+len(x.SizeArgs) == 0 {
			return x
		}
		r := &Ref{Node: node(x.Node), Sym: x.Sym}
		for _, t := range x.TypeArgs {
			r.TypeArgs = append(r.TypeArgs, typ(t))
		}
		for _, s := range x.SizeArgs {
			if s != nil {
				s = size(s)
			}
			r.SizeArgs = append(r.SizeArgs, s)
		}
		return r
	case *Project:
		return &Project{node(x.Node), rec(x.Rec), x.Field}
	case *Apply:
		r := &Apply{Node: node(x.Node), Fn: rec(x.Fn), Exts: x.Exts}
		for _, a := range x.Args {
			r.Args = append(r.Args, rec(a))
		}
		return r
	case *Index:
		r := &Index{Node: node(x.Node), Arr: rec(x.Arr), Exts: x.Exts}
		for _, d := range x.Idx {
			r.Idx = append(r.Idx, DimIndex{Fix: rec(d.Fix)})
		}
		return r
	default: // no size has other forms
	}
	return e
}
