package core

// Subst maps variables to atoms, and certificates to certificates.
type Subst struct {
	Vars  map[*Var]Atom
	Certs map[*Cert]*Cert
}

// NewSubst is an empty substitution.
func NewSubst() *Subst { return &Subst{map[*Var]Atom{}, map[*Cert]*Cert{}} }

// Atom applies the substitution to an atom.
func (s *Subst) Atom(a Atom) Atom {
	if v, ok := a.(*Var); ok {
		if r, ok := s.Vars[v]; ok {
			return r
		}
	}
	return a
}

// Atoms applies the substitution to atoms.
func (s *Subst) Atoms(as []Atom) []Atom {
	out := make([]Atom, len(as))
	for i, a := range as {
		out[i] = s.Atom(a)
	}
	return out
}

// Type applies the substitution to the dimensions and the certificate of a type.
func (s *Subst) Type(t Type) Type {
	out := Type{Elem: t.Elem, Cert: t.Cert}
	if len(t.Dims) > 0 {
		out.Dims = s.Atoms(t.Dims)
	}
	if c, ok := s.Certs[t.Cert]; ok {
		out.Cert = c
	}
	return out
}

// Binder makes a fresh copy of a binder and substitutes it from here on.
func (s *Subst) Binder(v *Var) *Var {
	n := NewVar(v.Name, s.Type(v.Type))
	s.Vars[v] = n
	return n
}

// Binders does so from left to right, so that later types see earlier binders.
func (s *Subst) Binders(vs []*Var) []*Var {
	out := make([]*Var, len(vs))
	for i, v := range vs {
		out[i] = s.Binder(v)
	}
	return out
}

func (s *Subst) mapper() Mapper {
	return Mapper{Atom: s.Atom, Body: s.Body, Lambda: s.Lambda, Binder: s.Binder, Cert: func(c *Cert) *Cert {
		n := NewCert()
		s.Certs[c] = n
		return n
	}}
}

// Exp applies the substitution and gives everything bound inside a fresh name.
func (s *Subst) Exp(e Exp) Exp { return e.Map(s.mapper()) }

// Stm applies the substitution; the pattern gets fresh binders.
func (s *Subst) Stm(st Stm) Stm {
	e := s.Exp(st.Exp)
	return Stm{s.Binders(st.Pat), e, st.Src}
}

// Body applies the substitution and gives everything bound inside a fresh name.
func (s *Subst) Body(b Body) Body {
	out := Body{Stms: make([]Stm, 0, len(b.Stms))}
	for _, st := range b.Stms {
		out.Stms = append(out.Stms, s.Stm(st))
	}
	out.Result = s.Atoms(b.Result)
	return out
}

// Lambda applies the substitution and gives parameters and everything bound inside a fresh name.
func (s *Subst) Lambda(l *Lambda) *Lambda {
	n := &Lambda{Params: s.Binders(l.Params)}
	for _, t := range l.Ret {
		n.Ret = append(n.Ret, s.Type(t))
	}
	n.Body = s.Body(l.Body)
	return n
}

// Rename is a copy of the lambda in which everything bound is fresh.
func Rename(l *Lambda) *Lambda { return NewSubst().Lambda(l) }

// RenameFun is a copy of the function in which everything bound is fresh. Its calls are those of f.
func RenameFun(f *Fun) *Fun {
	s := NewSubst()
	n := &Fun{Name: f.Name, Params: s.Binders(f.Params)}
	n.Body = s.Body(f.Body)
	n.Ret = s.Binders(f.Ret)
	return n
}

// VarSet is a set of variables that remembers the order of insertion (no output depends on map order).
type VarSet struct {
	has  map[*Var]bool
	List []*Var
}

// Has tells membership.
func (s *VarSet) Has(v *Var) bool { return s.has[v] }

// Add inserts v.
func (s *VarSet) Add(v *Var) {
	if s.has == nil {
		s.has = map[*Var]bool{}
	}
	if !s.has[v] {
		s.has[v] = true
		s.List = append(s.List, v)
	}
}

// FreeInLambda are the free variables of a lambda, those in types included, in order of first occurrence.
func FreeInLambda(l *Lambda) *VarSet { f := newFree(); f.lambda(l); return f.out }

// FreeInBody are the free variables of a body.
func FreeInBody(b Body) *VarSet { f := newFree(); f.body(b); return f.out }

// FreeInExp are the free variables of an expression.
func FreeInExp(e Exp) *VarSet { f := newFree(); f.exp(e); return f.out }

// FreeInStm are the free variables of a statement, those in the types of its pattern included.
func FreeInStm(s Stm) *VarSet { f := newFree(); f.stm(s); return f.out }

type freeVars struct {
	bound map[*Var]bool
	out   *VarSet
}

func newFree() *freeVars { return &freeVars{map[*Var]bool{}, &VarSet{}} }

func (f *freeVars) atom(a Atom) {
	if v, ok := a.(*Var); ok && !f.bound[v] {
		f.out.Add(v)
	}
}

func (f *freeVars) typ(t Type) {
	for _, d := range t.Dims {
		f.atom(d)
	}
}

func (f *freeVars) bind(v *Var) { f.typ(v.Type); f.bound[v] = true }

func (f *freeVars) exp(e Exp) {
	e.Map(Mapper{
		Atom:   func(a Atom) Atom { f.atom(a); return a },
		Body:   func(b Body) Body { f.body(b); return b },
		Lambda: func(l *Lambda) *Lambda { f.lambda(l); return l },
		Binder: func(v *Var) *Var { f.bind(v); return v },
	})
}

func (f *freeVars) stm(s Stm) {
	f.exp(s.Exp)
	for _, v := range s.Pat {
		f.bind(v)
	}
}

func (f *freeVars) body(b Body) {
	for _, s := range b.Stms {
		f.stm(s)
	}
	for _, a := range b.Result {
		f.atom(a)
	}
}

func (f *freeVars) lambda(l *Lambda) {
	for _, p := range l.Params {
		f.bind(p)
	}
	for _, t := range l.Ret {
		f.typ(t)
	}
	f.body(l.Body)
}

// BoundIn is what a lambda binds: its parameters, and all that is bound inside of it.
func BoundIn(l *Lambda) map[*Var]bool {
	out := map[*Var]bool{}
	add := func(vs []*Var) {
		for _, v := range vs {
			out[v] = true
		}
	}
	add(l.Params)
	Walk(l.Body, func(s Stm) {
		add(s.Pat)
		s.Exp.Map(Mapper{
			Lambda: func(l *Lambda) *Lambda { add(l.Params); return l },
			Binder: func(v *Var) *Var { out[v] = true; return v },
		})
	})
	return out
}
