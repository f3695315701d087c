package core

import "raido/lang/diag"

// Mapper transforms the direct parts of a node; a nil function leaves its parts as they are. Passes give
// the functions and call Exp.Map; no pass writes its own walk over the node kinds.
type Mapper struct {
	// Atom is called on every used atom (for an array operand it must return a *Var), and on the
	// atoms in types that the node holds (Scratch, ArrayLit).
	Atom func(Atom) Atom
	// Body is called on the branches of If, and on Loop's Cond and Body.
	Body func(Body) Body
	// Lambda is called on the lambdas of SOACs, WithAcc and Diff.
	Lambda func(*Lambda) *Lambda
	// Binder is called on Loop's Params and I (before Body).
	Binder func(*Var) *Var
	// Cert is called on the certificates that a WithAcc introduces, before its lambda is mapped.
	Cert func(*Cert) *Cert
}

func (m Mapper) atom(a Atom) Atom {
	diag.Poll()
	if m.Atom == nil || a == nil {
		return a
	}
	return m.Atom(a)
}

func (m Mapper) v(v *Var) *Var {
	diag.Poll()
	if m.Atom == nil {
		return v
	}
	return m.Atom(v).(*Var)
}

func (m Mapper) atoms(as []Atom) []Atom {
	diag.Poll()
	if m.Atom == nil || len(as) == 0 {
		return as
	}
	out := make([]Atom, len(as))
	for i, a := range as {
		out[i] = m.Atom(a)
	}
	return out
}

func (m Mapper) vars(vs []*Var) []*Var {
	diag.Poll()
	if m.Atom == nil || len(vs) == 0 {
		return vs
	}
	out := make([]*Var, len(vs))
	for i, v := range vs {
		out[i] = m.v(v)
	}
	return out
}

func (m Mapper) body(b Body) Body {
	diag.Poll()
	if m.Body == nil {
		return b
	}
	return m.Body(b)
}

func (m Mapper) lambda(l *Lambda) *Lambda {
	diag.Poll()
	if m.Lambda == nil || l == nil {
		return l
	}
	return m.Lambda(l)
}

func (m Mapper) binder(v *Var) *Var {
	if m.Binder == nil || v == nil {
		return v
	}
	return m.Binder(v)
}

func (m Mapper) typ(t Type) Type {
	return Type{Elem: t.Elem, Dims: m.atoms(t.Dims), Cert: t.Cert}
}

func (m Mapper) slices(ds []DimSlice) []DimSlice {
	out := make([]DimSlice, len(ds))
	for i, d := range ds {
		out[i] = DimSlice{m.atom(d.Start), m.atom(d.Count), m.atom(d.Stride)}
	}
	return out
}

// Map implements Exp.
func (e *Use) Map(m Mapper) Exp { return &Use{m.atom(e.Atom)} }

// Map implements Exp.
func (e *Copy) Map(m Mapper) Exp { return &Copy{m.v(e.Arr)} }

// Map implements Exp.
func (e *PrimApp) Map(m Mapper) Exp { return &PrimApp{e.Op, e.T, m.atoms(e.Args)} }

// Map implements Exp.
func (e *Index) Map(m Mapper) Exp { return &Index{m.v(e.Arr), m.atoms(e.Idx)} }

// Map implements Exp.
func (e *Slice) Map(m Mapper) Exp { return &Slice{m.v(e.Arr), m.slices(e.Dims)} }

// Map implements Exp.
func (e *Update) Map(m Mapper) Exp { return &Update{m.v(e.Arr), m.atoms(e.Idx), m.atom(e.Val)} }

// Map implements Exp.
func (e *UpdateSlice) Map(m Mapper) Exp {
	return &UpdateSlice{m.v(e.Arr), m.slices(e.Dims), m.v(e.Val)}
}

// Map implements Exp.
func (e *Iota) Map(m Mapper) Exp {
	return &Iota{m.atom(e.N), m.atom(e.Start), m.atom(e.Step), e.T}
}

// Map implements Exp.
func (e *Replicate) Map(m Mapper) Exp { return &Replicate{m.atoms(e.Dims), m.atom(e.Val)} }

// Map implements Exp.
func (e *Scratch) Map(m Mapper) Exp { return &Scratch{e.Elem, m.atoms(e.Dims)} }

// Map implements Exp.
func (e *ArrayLit) Map(m Mapper) Exp {
	if e.Plain {
		return e
	}
	return &ArrayLit{Elem: m.typ(e.Elem), Elems: m.atoms(e.Elems)}
}

// Map implements Exp.
func (e *Concat) Map(m Mapper) Exp { return &Concat{m.atom(e.N), m.vars(e.Arrs)} }

// Map implements Exp.
func (e *Rearrange) Map(m Mapper) Exp { return &Rearrange{e.Perm, m.v(e.Arr)} }

// Map implements Exp.
func (e *Reshape) Map(m Mapper) Exp { return &Reshape{m.atoms(e.Dims), m.v(e.Arr)} }

// Map implements Exp.
func (e *Reverse) Map(m Mapper) Exp { return &Reverse{m.v(e.Arr)} }

// Map implements Exp.
func (e *Rotate) Map(m Mapper) Exp { return &Rotate{m.atom(e.By), m.v(e.Arr)} }

// Map implements Exp.
func (e *Assert) Map(m Mapper) Exp {
	return &Assert{m.atom(e.Cond), e.Msg, m.atoms(e.Args), e.Trace, e.Index}
}

// Map implements Exp.
func (e *If) Map(m Mapper) Exp { return &If{m.atom(e.Cond), m.body(e.Then), m.body(e.Else)} }

// Map implements Exp.
func (e *Loop) Map(m Mapper) Exp {
	n := &Loop{Init: m.atoms(e.Init), Bound: m.atom(e.Bound), Attrs: e.Attrs}
	for _, p := range e.Params {
		n.Params = append(n.Params, m.binder(p))
	}
	n.I = m.binder(e.I)
	if e.Cond != nil {
		c := m.body(*e.Cond)
		n.Cond = &c
	}
	n.Body = m.body(e.Body)
	return n
}

// Map implements Exp.
func (e *Map) Map(m Mapper) Exp {
	return &Map{m.atom(e.W), m.vars(e.Accs), m.vars(e.Arrs), m.lambda(e.Fn)}
}

// Map implements Exp.
func (e *Reduce) Map(m Mapper) Exp {
	return &Reduce{m.atom(e.W), m.lambda(e.Fn), m.atoms(e.Ne), m.vars(e.Arrs), e.Comm}
}

// Map implements Exp.
func (e *Scan) Map(m Mapper) Exp {
	return &Scan{m.atom(e.W), m.lambda(e.Fn), m.atoms(e.Ne), m.vars(e.Arrs)}
}

// Map implements Exp.
func (e *Hist) Map(m Mapper) Exp {
	return &Hist{m.atom(e.W), m.vars(e.Dest), m.vars(e.Idx), m.vars(e.Vals), m.lambda(e.Fn), m.atoms(e.Ne)}
}

// Map implements Exp.
func (e *Scatter) Map(m Mapper) Exp {
	return &Scatter{m.atom(e.W), m.vars(e.Dest), m.vars(e.Idx), m.vars(e.Vals), e.Distinct}
}

// Map implements Exp.
func (e *WithAcc) Map(m Mapper) Exp {
	n := &WithAcc{}
	for _, a := range e.Accs {
		c := a.Cert
		if m.Cert != nil {
			c = m.Cert(c)
		}
		n.Accs = append(n.Accs, AccInput{m.v(a.Arr), m.lambda(a.Op), m.atom(a.Ne), c})
	}
	n.Fn = m.lambda(e.Fn)
	return n
}

// Map implements Exp.
func (e *UpdateAcc) Map(m Mapper) Exp {
	return &UpdateAcc{m.v(e.Acc), m.atoms(e.Idx), m.atom(e.Val)}
}

// Map implements Exp.
func (e *Diff) Map(m Mapper) Exp {
	out := &Diff{Mode: e.Mode, Fn: m.lambda(e.Fn), Args: m.atoms(e.Args), Seeds: m.atoms(e.Seeds), Vec: m.atom(e.Vec)}
	if e.Rule != nil {
		out.Rule = m.lambda(e.Rule)
	}
	return out
}

// Map implements Exp.
func (e *Call) Map(m Mapper) Exp { return &Call{e.Fun, m.atoms(e.Args)} }
