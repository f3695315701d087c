package types

import (
	"slices"

	"raido/lang/diag"
	"raido/lang/prim"
)

// MismatchKind says why two types do not unify.
type MismatchKind uint8

// The kinds of mismatch.
const (
	MisType    MismatchKind = iota // different types
	MisSize                        // different sizes
	MisEscape                      // a size known only inside a function appears outside
	MisConsume                     // uniqueness of a parameter
	MisFresh                       // uniqueness of a result
	MisClass                       // not of the overloaded operator's class
	MisFunc                        // a function where none may be
	MisCycle                       // an infinite type
	MisField                       // a record without the field
	MisConstr                      // a sum type without the constructor
)

// Mismatch is why two types do not unify: the innermost parts that differ.
type Mismatch struct {
	Kind              MismatchKind
	Want, Got         Type
	WantSize, GotSize Size
	Name              string // field or constructor
	Class             *Class
}

// Unifier makes and solves unification variables.
type Unifier struct {
	next  int
	Level int
	// NewSize makes a size symbol; used when a function's unknown result size is opened.
	NewSize func() *SizeVar
	// Opened are unknown sizes that unification introduced; the caller owns them.
	Opened []*SizeVar
	// Shows are abstract types whose representation unification may use.
	Shows map[*Abstract]bool
}

// Fresh makes a type variable that may become anything.
func (u *Unifier) Fresh() *Meta {
	u.next++
	return &Meta{ID: u.next, Level: u.Level, Lift: FullyLifted}
}

// FreshClass makes a type variable of an overloaded class.
func (u *Unifier) FreshClass(c *Class) *Meta {
	m := u.Fresh()
	m.Class, m.Lift = c, Unlifted
	return m
}

// Made is how many variables have been made: the ID of the newest.
func (u *Unifier) Made() int { return u.next }

// FreshSize makes a size variable.
func (u *Unifier) FreshSize() *SizeMeta {
	u.next++
	return &SizeMeta{ID: u.next, Level: u.Level}
}

// Unify makes want and got equal; got may have the better uniqueness and the more exact sizes in
// function results. It returns nil or the first difference.
func (u *Unifier) Unify(want, got Type) *Mismatch {
	diag.Poll()
	want, got = Resolve(want), Resolve(got)
	if u.Shows != nil {
		want, got = u.shown(want), u.shown(got)
	}
	if want == got {
		return nil
	}
	if m, ok := want.(*Meta); ok {
		return u.Bind(m, got, false)
	}
	if m, ok := got.(*Meta); ok {
		return u.Bind(m, want, true)
	}
	switch w := want.(type) {
	case Prim:
		// Equal primitive types were equal above.
	case *Array:
		if g, ok := got.(*Array); ok {
			if e := u.Unify(w.Elem, g.Elem); e != nil {
				if e.Kind == MisType {
					return &Mismatch{Kind: MisType, Want: want, Got: got}
				}
				return e
			}
			return u.Size(w.Dim, g.Dim)
		}
	case *Record:
		if g, ok := got.(*Record); ok && sameFields(w, g) {
			return u.fields(w, g)
		}
	case *Sum:
		if g, ok := got.(*Sum); ok && sameConstrs(w, g) {
			return u.constrs(w, g)
		}
	case *Func:
		if g, ok := got.(*Func); ok {
			return u.funcs(w, g)
		}
	case *Var:
		if g, ok := got.(*Var); ok && w.Abs != nil && w.Abs == g.Abs {
			return u.abstracts(w, g)
		}
	default: // an open type: solved above
	}
	return &Mismatch{Kind: MisType, Want: want, Got: got}
}

func sameFields(a, b *Record) bool {
	if len(a.Fields) != len(b.Fields) {
		return false
	}
	for i := range a.Fields {
		if a.Fields[i].Name != b.Fields[i].Name {
			return false
		}
	}
	return true
}

func sameConstrs(a, b *Sum) bool {
	if len(a.Constrs) != len(b.Constrs) {
		return false
	}
	for i := range a.Constrs {
		if a.Constrs[i].Name != b.Constrs[i].Name || len(a.Constrs[i].Args) != len(b.Constrs[i].Args) {
			return false
		}
	}
	return true
}

func (u *Unifier) fields(w, g *Record) *Mismatch {
	for i := range w.Fields {
		if e := u.Unify(w.Fields[i].Type, g.Fields[i].Type); e != nil {
			return e
		}
	}
	return nil
}

func (u *Unifier) constrs(w, g *Sum) *Mismatch {
	for i, c := range w.Constrs {
		for j := range c.Args {
			if e := u.Unify(c.Args[j], g.Constrs[i].Args[j]); e != nil {
				return e
			}
		}
	}
	return nil
}

// funcs unifies functions: parameters the other way round; unknown result sizes of the wanted
// function may be anything; those of the found one, and its parameter's name, must stay inside.
func (u *Unifier) funcs(w, g *Func) *Mismatch {
	if g.Unique && !w.Unique && !HasLinear(g.Param) { // an accumulator is used once whatever the type says
		return &Mismatch{Kind: MisConsume, Want: w, Got: g}
	}
	if !freshEnough(w, g) {
		return &Mismatch{Kind: MisFresh, Want: w, Got: g}
	}
	if e := u.Unify(g.Param, w.Param); e != nil {
		e.Want, e.Got = e.Got, e.Want
		e.WantSize, e.GotSize = e.GotSize, e.WantSize
		return e
	}
	var sw, sg Subst
	inner := g.Name
	if w.Name != nil {
		if g.Name != nil {
			sg.BindSize(g.Name, w.Name)
		}
		inner = nil
	}
	for _, x := range w.Exts {
		sw.BindSize(x, u.FreshSize())
	}
	exts := u.apart(&sg, g.Exts, w.Exts)
	result := g.Result
	if m, ok := Resolve(w.Result).(*Meta); ok && m.Lift >= SizeLifted {
		if inner != nil && !isI64(inner.Sym.Scheme.Type) {
			result, inner = u.openData(result, inner.Sym), nil
		}
		exts, inner = u.open(&sg, exts, inner, result), nil
	}
	if e := u.Unify(sw.Type(w.Result), sg.Type(result)); e != nil {
		return e
	}
	return escape(w, g, inner, exts)
}

// apart gives those of exts that are also among others new names: types made from one abbreviation share them.
func (u *Unifier) apart(s *Subst, exts, others []*SizeVar) []*SizeVar {
	var out []*SizeVar
	for _, x := range exts {
		if slices.Contains(others, x) {
			n := u.NewSize()
			s.BindSize(x, n)
			x = n
		}
		out = append(out, x)
	}
	return out
}

// freshEnough reports whether g's result is unique wherever w's must be.
func freshEnough(w, g *Func) bool {
	if g.ResUnique {
		return true
	}
	for i, need := range w.ResParts {
		if need && (i >= len(g.ResParts) || !g.ResParts[i]) {
			return false
		}
	}
	return !w.ResUnique
}

// open replaces the unknown sizes of a function's result by new ones outside: allowed where the result
// has a lifted type parameter as its type.
func (u *Unifier) open(s *Subst, exts []*SizeVar, name *SizeVar, result Type) []*SizeVar {
	if name != nil && mentions(result, name.Sym) {
		exts = append(append([]*SizeVar(nil), exts...), name)
	}
	for _, x := range exts {
		n := u.NewSize()
		s.BindSize(x, n)
		u.Opened = append(u.Opened, n)
	}
	return nil
}

// openData replaces the sizes of a result that mention a parameter by new ones outside.
func (u *Unifier) openData(result Type, param *Symbol) Type {
	return MapType(result, func(Type) Type { return nil }, func(s Size) Size {
		found := false
		SizeSyms(s, func(x *Symbol) { found = found || x == param })
		if !found {
			return s
		}
		n := u.NewSize()
		u.Opened = append(u.Opened, n)
		return n
	})
}

func mentions(t Type, sym *Symbol) bool {
	found := false
	TypeSyms(t, func(x *Symbol) { found = found || x == sym })
	return found
}

func escape(w, g *Func, name *SizeVar, exts []*SizeVar) *Mismatch {
	if name == nil && len(exts) == 0 {
		return nil
	}
	var bad *SizeVar
	TypeSyms(w.Result, func(s *Symbol) {
		if name != nil && s == name.Sym {
			bad = name
		}
		for _, x := range exts {
			if s == x.Sym {
				bad = x
			}
		}
	})
	if bad == nil {
		return nil
	}
	return &Mismatch{Kind: MisEscape, Want: w.Result, Got: g, GotSize: bad}
}

// Size makes two sizes equal.
func (u *Unifier) Size(want, got Size) *Mismatch {
	want, got = ResolveSize(want), ResolveSize(got)
	if u.sizeEq(want, got) {
		return nil
	}
	return &Mismatch{Kind: MisSize, WantSize: want, GotSize: got}
}

func (u *Unifier) sizeEq(want, got Size) bool {
	if want == got {
		return true
	}
	if m, ok := want.(*SizeMeta); ok {
		if g, ok := got.(*SizeMeta); ok && g.ID > m.ID { // the older one stays
			return u.bindSize(g, m)
		}
		return u.bindSize(m, got)
	}
	if m, ok := got.(*SizeMeta); ok {
		return u.bindSize(m, want)
	}
	switch w := want.(type) {
	case SizeConst:
		g, ok := got.(SizeConst)
		return ok && g.N == w.N
	case *SizeVar:
		g, ok := got.(*SizeVar)
		return ok && g.Sym == w.Sym
	case *SizeExp:
		g, ok := got.(*SizeExp)
		return ok && expEq(w.Exp, g.Exp, u.sizeEq)
	default: // a variable: solved above
	}
	return false
}

func (u *Unifier) bindSize(m *SizeMeta, s Size) bool {
	ok := true
	u.adjustSize(s, m.Level, m, &ok)
	if ok {
		m.Bound = s
		if other, open := s.(*SizeMeta); open {
			other.Free = other.Free && m.Free
		}
	}
	return ok
}

// adjustSize lowers the levels of the variables in s; ok becomes false if m itself is in s.
func (u *Unifier) adjustSize(s Size, level int, m *SizeMeta, ok *bool) {
	SizeMetas(s, func(x *SizeMeta) {
		x.Level = min(x.Level, level)
		if x == m {
			*ok = false
		}
	})
}

// SamePrim reports whether t is the primitive type p.
func SamePrim(t Type, p prim.Type) bool {
	x, ok := Resolve(t).(Prim)
	return ok && x.Prim == p
}
