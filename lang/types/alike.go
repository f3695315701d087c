package types

// Note [Alike]. The branches of an if or match may give sums whose payloads differ in size, before it is known
// which sum type they are of: then each branch has an open type with its own constructors and sizes, and so has
// the whole. They are alike: they will become the same sum type, but for the sizes of the payloads that they know.
// Open types that are alike know the same constructors, and become known together.

// Variant is an open sum type that is like m but for the payloads of the constructors that m knows.
func (u *Unifier) Variant(m *Meta, payload func(Constr) []Type) *Meta {
	v := u.Fresh()
	v.Level, v.Lift, v.At = m.Level, m.Lift, m.At
	for _, c := range m.Constrs {
		v.Constrs = append(v.Constrs, Constr{c.Name, payload(c)})
	}
	v.Alike, m.Alike = append(v.Alike, m), append(m.Alike, v)
	return v
}

// Ally says that two open sum types are alike.
func (u *Unifier) Ally(a, b *Meta) *Mismatch {
	a.Alike, b.Alike = append(a.Alike, b), append(b.Alike, a)
	return u.share(a, 0)
}

// Like is the sum type s with the payloads that m knows.
func Like(s *Sum, m *Meta) *Sum {
	out := &Sum{append([]Constr(nil), s.Constrs...)}
	for i, c := range out.Constrs {
		if args, ok := OpenPayload(m, c.Name); ok {
			out.Constrs[i].Args = args
		}
	}
	return out
}

// OpenPayload finds the payload of a constructor that an open type must have.
func OpenPayload(m *Meta, name string) ([]Type, bool) {
	for i := len(m.places); i < len(m.Constrs); i++ {
		if m.places == nil {
			m.places = map[string]int{}
		}
		m.places[m.Constrs[i].Name] = i
	}
	if i, ok := m.places[name]; ok {
		return m.Constrs[i].Args, true
	}
	return nil, false
}

// spread makes the open types that are alike m become known, as m has become t.
func (u *Unifier) spread(m *Meta, t Type) *Mismatch {
	for _, q := range m.Alike {
		a, open := Resolve(q).(*Meta)
		if !open {
			continue
		}
		as := t
		if s, ok := t.(*Sum); ok {
			as = Like(s, a)
		}
		if e := u.bind(a, as); e != nil {
			return e
		}
	}
	return nil
}

// share makes the open types that are alike m know its constructors from a place on.
func (u *Unifier) share(m *Meta, from int) *Mismatch {
	for _, q := range m.Alike {
		a, open := Resolve(q).(*Meta)
		if !open || a == m {
			continue
		}
		for _, c := range m.Constrs[min(from, len(m.Constrs)):] {
			if _, known := OpenPayload(a, c.Name); known {
				continue
			}
			if e := u.NeedConstr(a, c.Name, c.Args); e != nil {
				return e
			}
		}
	}
	return nil
}
