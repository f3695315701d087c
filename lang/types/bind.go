package types

import (
	"slices"
	"strings"

	"raido/lang/prim"
)

// Bind solves m to be t. flip says that m stands on the found side, for the message.
func (u *Unifier) Bind(m *Meta, t Type, flip bool) *Mismatch {
	e := u.bind(m, Resolve(t))
	if e != nil {
		if e.Want == nil {
			e.Want, e.Got = m, t
			if flip {
				e.Want, e.Got = t, m
			}
		}
	}
	return e
}

func (u *Unifier) bind(m *Meta, t Type) *Mismatch {
	if other, ok := t.(*Meta); ok {
		return u.merge(m, other)
	}
	if e := u.adjust(m, t); e != nil {
		return e
	}
	if m.Class != nil {
		if e := u.Satisfy(m.Class, t); e != nil {
			return e
		}
	}
	if m.Lift != FullyLifted {
		if e := u.Restrict(t, m.Lift); e != nil {
			return e
		}
	}
	m.Bound = t
	if sum, ok := t.(*Sum); ok && len(m.Alike) > 0 { // the payloads become equal, but a loop knows its sizes by identity
		m.Bound = Like(sum, m)
	}
	if e := u.demands(m, t); e != nil {
		return e
	}
	return u.spread(m, t)
}

// demands checks the fields and constructors that m must have against its solution.
func (u *Unifier) demands(m *Meta, t Type) *Mismatch {
	for _, f := range m.Fields {
		ft, ok := FieldType(t, f.Name)
		if !ok {
			return &Mismatch{Kind: MisField, Name: f.Name, Want: m, Got: t}
		}
		if e := u.Unify(ft, f.Type); e != nil {
			return e
		}
	}
	for _, c := range m.Constrs {
		args, ok := ConstrArgs(t, c.Name)
		if !ok || len(args) != len(c.Args) {
			return &Mismatch{Kind: MisConstr, Name: c.Name, Want: m, Got: t}
		}
		for i := range args {
			if e := u.Unify(args[i], c.Args[i]); e != nil {
				return e
			}
		}
	}
	return nil
}

// FieldType finds a field of a record type.
func FieldType(t Type, name string) (Type, bool) {
	if r, ok := Resolve(t).(*Record); ok {
		for _, f := range r.Fields {
			if f.Name == name {
				return f.Type, true
			}
		}
	}
	return nil, false
}

// ConstrArgs finds the payload of a constructor of a sum type.
func ConstrArgs(t Type, name string) ([]Type, bool) {
	if s, ok := Resolve(t).(*Sum); ok {
		i, ok := slices.BinarySearchFunc(s.Constrs, name, func(c Constr, name string) int { return strings.Compare(c.Name, name) })
		if ok {
			return s.Constrs[i].Args, true
		}
	}
	return nil, false
}

func (u *Unifier) merge(m, other *Meta) *Mismatch {
	if e := u.adjust(m, other); e != nil {
		return e
	}
	if m.Class != nil && other.Class != nil {
		c := meet(m.Class, other.Class)
		if c == nil {
			return &Mismatch{Kind: MisClass, Class: m.Class}
		}
		other.Class = c
	} else if m.Class != nil {
		other.Class = m.Class
	}
	if other.Class != nil && len(m.Fields)+len(m.Constrs)+len(other.Fields)+len(other.Constrs) > 0 && other.Class.Prims != nil {
		return &Mismatch{Kind: MisClass, Class: other.Class}
	}
	other.Lift = min(m.Lift, other.Lift)
	other.Level = min(m.Level, other.Level)
	if other.At.Source == nil { // the result of a recursive definition
		other.At = m.At
	}
	m.Bound = other
	for _, f := range m.Fields {
		if e := u.NeedField(other, f.Name, f.Type); e != nil {
			return e
		}
	}
	for _, c := range m.Constrs {
		if e := u.NeedConstr(other, c.Name, c.Args); e != nil {
			return e
		}
	}
	if len(m.Alike) == 0 {
		return nil
	}
	other.Alike = append(other.Alike, m.Alike...)
	return u.share(other, 0)
}

// NeedField demands that t is a record whose field name has type ft.
func (u *Unifier) NeedField(t Type, name string, ft Type) *Mismatch {
	t = Resolve(t)
	m, ok := t.(*Meta)
	if !ok {
		return u.demands(&Meta{Fields: []Field{{name, ft}}}, t)
	}
	for _, f := range m.Fields {
		if f.Name == name {
			return u.Unify(f.Type, ft)
		}
	}
	if m.Class != nil && m.Class.Prims != nil {
		return &Mismatch{Kind: MisField, Name: name, Want: m, Got: m}
	}
	if e := u.adjust(m, ft); e != nil {
		return e
	}
	m.Fields = append(m.Fields, Field{name, ft})
	return nil
}

// NeedConstr demands that t is a sum type with the constructor.
func (u *Unifier) NeedConstr(t Type, name string, args []Type) *Mismatch {
	t = Resolve(t)
	m, ok := t.(*Meta)
	if !ok {
		return u.demands(&Meta{Constrs: []Constr{{name, args}}}, t)
	}
	if known, ok := OpenPayload(m, name); ok {
		if len(known) != len(args) {
			return &Mismatch{Kind: MisConstr, Name: name, Want: m, Got: t}
		}
		for i := range args {
			if e := u.Unify(known[i], args[i]); e != nil {
				return e
			}
		}
		return nil
	}
	if m.Class != nil && m.Class.Prims != nil {
		return &Mismatch{Kind: MisConstr, Name: name, Want: m, Got: m}
	}
	for _, a := range args {
		if e := u.adjust(m, a); e != nil {
			return e
		}
	}
	m.Constrs = append(m.Constrs, Constr{name, args})
	return u.share(m, len(m.Constrs)-1)
}

// meet is the class of types in both, nil if there is none. The order of preference is a's.
func meet(a, b *Class) *Class {
	if a == b || b.Prims == nil {
		return a
	}
	if a.Prims == nil {
		return b
	}
	var out []prim.Type
	for _, p := range a.Prims {
		if b.has(p) {
			out = append(out, p)
		}
	}
	switch len(out) {
	case 0:
		return nil
	case len(a.Prims):
		return a
	}
	return &Class{out}
}

func (c *Class) has(p prim.Type) bool {
	for _, q := range c.Prims {
		if p == q {
			return true
		}
	}
	return false
}

// Satisfy demands that t belongs to class c.
func (u *Unifier) Satisfy(c *Class, t Type) *Mismatch {
	t = Resolve(t)
	bad := &Mismatch{Kind: MisClass, Class: c, Got: t}
	if m, ok := t.(*Meta); ok {
		if c.Prims != nil && len(m.Fields)+len(m.Constrs) > 0 {
			return bad
		}
		if m.Class == nil {
			m.Class, m.Lift = c, Unlifted
		} else if both := meet(m.Class, c); both == nil {
			return bad
		} else {
			m.Class = both
		}
		return nil
	}
	if c.Prims != nil {
		if p, ok := t.(Prim); !ok || !c.has(p.Prim) {
			return bad
		}
		return nil
	}
	switch x := t.(type) {
	case *Array:
		return u.Satisfy(c, x.Elem)
	case *Record:
		for _, f := range x.Fields {
			if e := u.Satisfy(c, f.Type); e != nil {
				return e
			}
		}
	case *Sum:
		for _, k := range x.Constrs {
			for _, a := range k.Args {
				if e := u.Satisfy(c, a); e != nil {
					return e
				}
			}
		}
	case *Func, *Var:
		return bad
	default: // scalars can be compared
	}
	return nil
}

// Restrict demands that t may stand where only types of the given lift may.
func (u *Unifier) Restrict(t Type, lift Lift) *Mismatch {
	switch x := Resolve(t).(type) {
	case *Meta:
		x.Lift = min(x.Lift, lift)
	case *Func:
		if lift != FullyLifted {
			return &Mismatch{Kind: MisFunc, Got: t}
		}
	case *Var:
		if x.Lift > lift {
			return &Mismatch{Kind: MisFunc, Got: t}
		}
	case *Record:
		for _, f := range x.Fields {
			if e := u.Restrict(f.Type, lift); e != nil {
				return e
			}
		}
	case *Sum:
		for _, c := range x.Constrs {
			for _, a := range c.Args {
				if e := u.Restrict(a, lift); e != nil {
					return e
				}
			}
		}
	default: // data everywhere; arrays hold no functions anyway
	}
	return nil
}

// adjust is the occurs check; it also lowers the levels of the variables in t to m's.
func (u *Unifier) adjust(m *Meta, t Type) *Mismatch {
	switch x := Resolve(t).(type) {
	case *Meta:
		if x == m {
			return &Mismatch{Kind: MisCycle}
		}
		x.Level = min(x.Level, m.Level)
		for _, f := range x.Fields {
			if e := u.adjust(m, f.Type); e != nil {
				return e
			}
		}
		for _, c := range x.Constrs {
			for _, a := range c.Args {
				if e := u.adjust(m, a); e != nil {
					return e
				}
			}
		}
	case *Array:
		ok := true
		u.adjustSize(x.Dim, m.Level, nil, &ok)
		return u.adjust(m, x.Elem)
	case *Record:
		for _, f := range x.Fields {
			if e := u.adjust(m, f.Type); e != nil {
				return e
			}
		}
	case *Sum:
		for _, c := range x.Constrs {
			for _, a := range c.Args {
				if e := u.adjust(m, a); e != nil {
					return e
				}
			}
		}
	case *Func:
		if e := u.adjust(m, x.Param); e != nil {
			return e
		}
		return u.adjust(m, x.Result)
	case *Var:
		for _, a := range x.Args {
			if e := u.adjust(m, a); e != nil {
				return e
			}
		}
		ok := true
		for _, n := range x.Sizes {
			u.adjustSize(n, m.Level, nil, &ok)
		}
	default: // no variables inside
	}
	return nil
}
