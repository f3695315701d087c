package seg

import (
	"raido/lang/core"
	"raido/lang/diag"
)

// Mapper transforms the direct parts of a node; a nil function leaves its parts as they are. What a node does not have, as the start of a
// loop from 0, no function sees. Passes give the functions and call Map; no pass writes its own walk over the kinds of nodes.
type Mapper struct {
	// Atom is called on used atoms; for a variable that the node sets it must give a variable.
	Atom func(core.Atom) core.Atom
	// Bind is called on the variables that the node binds: after the operands, and before the code that has them.
	Bind func(*core.Var) *core.Var
	// Mem is called on the memories of the node, Name on the one that a Bind or a Param makes a name.
	Mem, Name func(*Mem) *Mem
	// Code is called on the code inside of the node, Host on that of the host, Kernel on the kernel of a launch.
	Code   func(Code) Code
	Host   func(Host) Host
	Kernel func(*Kernel) *Kernel
}

// Visitor sees the direct parts of a node, in the order of Map; what a nil function would see is passed over.
type Visitor struct {
	Atom   func(core.Atom)
	Bind   func(*core.Var)
	Mem    func(*Mem, Access)
	Code   func(Code)
	Host   func(Host)
	Kernel func(*Kernel)
}

// Access is what a node does with a memory: it reads it, writes it, both, or neither: then it only names it.
type Access uint8

// The accesses.
const (
	Reads Access = 1 << iota
	Writes
	Named Access = 0
)

func (m Mapper) atom(a core.Atom) core.Atom {
	if m.Atom == nil || a == nil {
		return a
	}
	return m.Atom(a)
}

func (m Mapper) v(v *core.Var) *core.Var {
	if m.Atom == nil || v == nil {
		return v
	}
	return m.Atom(v).(*core.Var)
}

func (m Mapper) bind(v *core.Var) *core.Var {
	if m.Bind == nil || v == nil {
		return v
	}
	return m.Bind(v)
}

func (m Mapper) mem(x *Mem) *Mem {
	if m.Mem == nil || x == nil {
		return x
	}
	return m.Mem(x)
}

func (m Mapper) name(x *Mem) *Mem {
	if m.Name == nil || x == nil {
		return x
	}
	return m.Name(x)
}

func (m Mapper) code(c Code) Code {
	if m.Code == nil || c == nil {
		return c
	}
	return m.Code(c)
}

func (m Mapper) host(h Host) Host {
	if m.Host == nil || h == nil {
		return h
	}
	return m.Host(h)
}

func (m Mapper) atoms(as []core.Atom) []core.Atom {
	if m.Atom == nil {
		return as
	}
	return each(as, m.atom)
}

func (m Mapper) vars(vs []*core.Var) []*core.Var {
	if m.Atom == nil {
		return vs
	}
	return each(vs, m.v)
}

func (m Mapper) binds(vs []*core.Var) []*core.Var {
	if m.Bind == nil {
		return vs
	}
	return each(vs, m.bind)
}

func (m Mapper) mems(ms []*Mem) []*Mem {
	if m.Mem == nil {
		return ms
	}
	return each(ms, m.mem)
}

func (m Mapper) index(x Index) Index {
	if m.Atom == nil {
		return x
	}
	return each(x, func(t Term) Term { return Term{m.atom(t.A), m.atom(t.B)} })
}

// Through is m that goes on inside: what is inside of a statement is rebuilt by it, too.
func (m Mapper) Through() Mapper {
	m.Code = func(c Code) Code { return each(c, func(s Stm) Stm { return s.Map(m) }) }
	m.Host = func(h Host) Host { return each(h, func(s HostStm) HostStm { return s.Map(m) }) }
	return m
}

// each is a list with f done to each element; nil stays nil.
func each[L ~[]T, T any](list L, f func(T) T) L {
	diag.Poll()
	if list == nil {
		return nil
	}
	out := make(L, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

func (v Visitor) atom(as ...core.Atom) {
	if v.Atom == nil {
		return
	}
	for _, a := range as {
		if a != nil {
			v.Atom(a)
		}
	}
}

func (v Visitor) vars(vs []*core.Var) {
	if v.Atom == nil {
		return
	}
	for _, x := range vs {
		v.Atom(x)
	}
}

func (v Visitor) bind(vs ...*core.Var) {
	if v.Bind == nil {
		return
	}
	for _, x := range vs {
		if x != nil {
			v.Bind(x)
		}
	}
}

func (v Visitor) mem(a Access, ms ...*Mem) {
	if v.Mem == nil {
		return
	}
	for _, m := range ms {
		if m != nil {
			v.Mem(m, a)
		}
	}
}

func (v Visitor) code(c Code) {
	if v.Code != nil {
		v.Code(c)
	}
}

func (v Visitor) host(h Host) {
	if v.Host != nil {
		v.Host(h)
	}
}

func (v Visitor) index(x Index) {
	if v.Atom == nil {
		return
	}
	for _, t := range x {
		v.atom(t.A, t.B)
	}
}
