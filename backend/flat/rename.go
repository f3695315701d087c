package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
)

// renaming copies checks and what they need, with variables of their own.
type renaming struct {
	t  *thread
	to map[core.Atom]core.Atom
}

func (r *renaming) atom(a core.Atom) core.Atom {
	if b := r.to[a]; b != nil {
		return b
	}
	return a
}

func (r *renaming) atoms(as []core.Atom) []core.Atom {
	out := make([]core.Atom, len(as))
	for i, a := range as {
		out[i] = r.atom(a)
	}
	return out
}

func (r *renaming) bind(v *core.Var) *core.Var {
	x := r.t.fresh(v.Name, v.Type.Elem)
	r.to[v] = x
	return x
}

func (r *renaming) index(x seg.Index) seg.Index {
	out := make(seg.Index, len(x))
	for k, t := range x {
		if out[k].A = r.atom(t.A); t.B != nil {
			out[k].B = r.atom(t.B)
		}
	}
	return out
}

func (r *renaming) code(c seg.Code) (out seg.Code) {
	for _, s := range c {
		out = append(out, r.stm(s))
	}
	return out
}

func (r *renaming) stm(s seg.Stm) seg.Stm {
	switch s := s.(type) {
	case *seg.Let:
		n := *s
		n.Args = r.atoms(s.Args)
		n.V = r.bind(s.V)
		return &n
	case *seg.Select:
		n := &seg.Select{Cond: r.atom(s.Cond), Then: r.atom(s.Then), Else: r.atom(s.Else)}
		n.V = r.bind(s.V)
		return n
	case *seg.Load:
		n := *s
		n.At = r.index(s.At)
		n.V = r.bind(s.V)
		return &n
	case *seg.Check:
		return &seg.Check{Cond: r.atom(s.Cond), Site: s.Site, Args: r.atoms(s.Args)}
	case *seg.If:
		return &seg.If{Cond: r.atom(s.Cond), Then: r.code(s.Then), Else: r.code(s.Else), Rare: s.Rare}
	case *seg.For:
		n := &seg.For{Bound: r.atom(s.Bound)}
		n.I = r.bind(s.I)
		n.Body = r.code(s.Body)
		return n
	}
	return s
}
