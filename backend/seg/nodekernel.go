package seg

import "raido/lang/core"

// The structure of kernels.

// Map rebuilds a kernel with its parts transformed, of its blocks, its form and of the kernel in lanes too.
func (k *Kernel) Map(m Mapper) *Kernel {
	n := *k
	n.Updates = m.mems(k.Updates)
	n.Space = each(k.Space, func(d Dim) Dim { d.N = m.atom(d.N); return d })
	n.Ne = m.atoms(k.Ne)
	n.Rows = m.atoms(k.Rows)
	n.Space = each(n.Space, func(d Dim) Dim { d.I = m.bind(d.I); return d })
	n.Enter = m.code(k.Enter)
	n.Body = m.code(k.Body)
	n.Vals = m.atoms(k.Vals)
	n.Op = k.Op.mapped(m)
	if k.After != nil {
		n.After = &After{At: m.bind(k.After.At), Res: m.binds(k.After.Res)}
		n.After.Body = m.code(k.After.Body)
	}
	n.Outs = m.mems(k.Outs)
	n.Accs = each(k.Accs, func(a *Acc) *Acc {
		op := a.Op.mapped(m)
		return &Acc{m.mems(a.Dests), m.mems(a.Priv), m.atoms(a.Start), m.mem(a.Has), m.atom(a.Len), op}
	})
	if x := k.Blocks; x != nil {
		n.Blocks = &Blocks{Thread: m.bind(x.Thread), Threads: m.bind(x.Threads)}
		n.Blocks.Body = m.code(x.Body)
	}
	n.Left = m.bind(k.Left)
	n.Last = m.code(k.Last)
	n.Leave = m.code(k.Leave)
	if k.Lanes != nil {
		n.Lanes = k.Lanes.Map(m)
	}
	if k.Form != nil {
		n.Form = k.Form.Map(m)
	}
	return &n
}

// Each shows the parts of a kernel that say what it computes: all but its blocks, its form and the kernel in lanes.
func (k *Kernel) Each(v Visitor) {
	for _, d := range k.Space {
		v.atom(d.N)
	}
	v.atom(k.Ne...)
	v.atom(k.Rows...)
	for _, d := range k.Space {
		v.bind(d.I)
	}
	v.code(k.Enter)
	v.code(k.Body)
	v.atom(k.Vals...)
	k.Op.each(v)
	if a := k.After; a != nil {
		v.bind(a.At)
		v.bind(a.Res...)
		v.code(a.Body)
	}
	for i, m := range k.Outs {
		access := Writes
		if k.Unread != nil && k.Unread[i] {
			access = Named
		}
		v.mem(access, m)
	}
	for _, a := range k.Accs {
		a.Op.each(v)
		for i := range a.Dests {
			v.mem(Reads|Writes, a.Dests[i])
			v.mem(Writes, a.Priv[i])
		}
		v.mem(Writes, a.Has)
		v.atom(a.Len)
		v.atom(a.Start...)
	}
	v.bind(k.Left)
	v.code(k.Last)
	v.code(k.Leave)
	v.mem(Named, k.Updates...)
}

func (op *Operator) mapped(m Mapper) *Operator {
	if op == nil {
		return nil
	}
	n := *op
	n.Neutral = m.atoms(op.Neutral)
	n.A, n.B = m.binds(op.A), m.binds(op.B)
	n.Body = m.code(op.Body)
	n.Res = m.atoms(op.Res)
	return &n
}

func (op *Operator) each(v Visitor) {
	if op == nil {
		return
	}
	v.atom(op.Neutral...)
	v.bind(op.A...)
	v.bind(op.B...)
	v.code(op.Body)
	v.atom(op.Res...)
}

// Map rebuilds a form with its parts transformed.
func (f *Form) Map(m Mapper) *Form {
	n := *f
	n.Params = each(f.Params, func(p Param) Param {
		p.Of = m.mem(p.Of)
		p.V, p.Mem = m.bind(p.V), m.name(p.Mem)
		return p
	})
	n.Stages = each(f.Stages, func(s FormStage) FormStage { s.Body = m.code(s.Body); return s })
	if f.Rows != nil {
		n.Rows = &FormRows{f.Rows.Stage, m.atom(f.Rows.Bound), f.Rows.AlongK}
	}
	return &n
}

// Each shows the parts of a form.
func (f *Form) Each(v Visitor) {
	for _, p := range f.Params {
		v.mem(Named, p.Of, p.Mem)
		v.bind(p.V)
	}
	for _, s := range f.Stages {
		v.code(s.Body)
	}
	if f.Rows != nil {
		v.atom(f.Rows.Bound)
	}
}

// Renaming copies code with variables of its own: what the code binds, and names with Bind, is fresh in the copy.
type Renaming struct {
	// Vars and Mems are what stands for variables and memories; code that was copied before is in them.
	Vars map[core.Atom]core.Atom
	Mems map[*Mem]*Mem
	// Fresh makes a variable like another, core.NewVar if it is nil.
	Fresh func(like *core.Var) *core.Var
}

// Atom is what stands for an atom.
func (r *Renaming) Atom(a core.Atom) core.Atom {
	if b := r.Vars[a]; b != nil {
		return b
	}
	return a
}

// Atoms are what stands for atoms.
func (r *Renaming) Atoms(as []core.Atom) []core.Atom { return each(as, r.Atom) }

// Code copies code.
func (r *Renaming) Code(c Code) Code { return each(c, r.Stm) }

// Stm copies a statement.
func (r *Renaming) Stm(s Stm) Stm { return s.Map(r.mapper()) }

// Kernel copies a kernel.
func (r *Renaming) Kernel(k *Kernel) *Kernel { return k.Map(r.mapper()) }

func (r *Renaming) mapper() Mapper {
	return Mapper{Atom: r.Atom, Bind: r.bind, Mem: r.mem, Name: r.name, Code: r.Code}
}

func (r *Renaming) bind(v *core.Var) *core.Var {
	fresh := r.Fresh
	if fresh == nil {
		fresh = func(v *core.Var) *core.Var { return core.NewVar(v.Name, v.Type) }
	}
	if r.Vars == nil {
		r.Vars = map[core.Atom]core.Atom{}
	}
	x := fresh(v)
	r.Vars[v] = x
	return x
}

func (r *Renaming) mem(m *Mem) *Mem {
	if n := r.Mems[m]; n != nil {
		return n
	}
	return m
}

func (r *Renaming) name(m *Mem) *Mem {
	n := NewMem(m.Name, m.Elem, m.Space)
	n.Len, n.Grow, n.Lanes = r.Atom(m.Len), m.Grow, m.Lanes
	if r.Mems == nil {
		r.Mems = map[*Mem]*Mem{}
	}
	r.Mems[m] = n
	return n
}
