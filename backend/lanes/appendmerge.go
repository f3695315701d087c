package lanes

import (
	"maps"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Code in which each variable has one value, computed once: Note [Appending].

// merger leaves out what code computes or reads twice, and has selections in the place of variables that branches set. What one branch computes others and
// the code after them may use: what goes in lanes is computed for all, but for what is read and stored, which stays in its branch.
type merger struct {
	written  map[*seg.Mem]bool
	is       map[core.Atom]core.Atom // what another variable is, and what those have that are set
	vars     []*core.Var             // these
	known    map[any]*core.Var
	branches map[branch]*branch
}

// branch is one of the branches of a condition, within another one or none.
type branch struct {
	cond  core.Atom
	holds bool
	up    *branch
}

// known things are found again by these.
type (
	computed struct {
		op *prim.Op
		t  prim.Type
		of [3]core.Atom
	}
	read struct {
		mem   *seg.Mem
		terms [4]seg.Term
		in    *branch
	}
)

func newMerger(k *seg.Kernel, same map[core.Atom]core.Atom) *merger {
	return &merger{written: seg.Written(k), is: maps.Clone(same), known: map[any]*core.Var{}, branches: map[branch]*branch{}}
}

func (m *merger) atom(a core.Atom) core.Atom {
	if b := m.is[a]; b != nil {
		return b
	}
	return a
}

func (m *merger) code(c seg.Code, in *branch) (out seg.Code) {
	for _, s := range c {
		switch s := s.(type) {
		case *seg.Decl:
			m.vars = append(m.vars, s.V)
			m.is[s.V] = m.atom(s.Init)
		case *seg.Set:
			m.is[s.V] = m.atom(s.Val)
		case *seg.If:
			out = append(out, m.branch(s, in)...)
		default:
			s = s.Map(seg.Mapper{Atom: m.atom})
			if old := m.old(s, in); old != nil {
				m.is[seg.Binds(s)] = old
			} else {
				out = append(out, s)
			}
		}
	}
	return out
}

// old is what has the value of a statement already, nil if nothing has.
func (m *merger) old(s seg.Stm, in *branch) *core.Var {
	key := any(nil)
	switch s := s.(type) {
	case *seg.Let:
		if k := (computed{op: s.Op, t: s.T}); copy(k.of[:], s.Args) == len(s.Args) {
			key = k
		}
	case *seg.Select:
		key = computed{of: [3]core.Atom{s.Cond, s.Then, s.Else}}
	case *seg.Load:
		k := read{mem: s.Mem, in: in}
		if copy(k.terms[:], s.At) < len(s.At) || m.written[s.Mem] {
			return nil
		}
		key = k
		for k.in != nil && m.known[k] == nil {
			k.in = k.in.up
		}
		if old := m.known[k]; old != nil {
			return old
		}
	default: // binds nothing that is known by its operands
	}
	if key == nil {
		return nil
	}
	if old := m.known[key]; old != nil {
		return old
	}
	m.known[key] = seg.Binds(s)
	return nil
}

// branch is a branch, with what the variables have that it sets.
func (m *merger) branch(s *seg.If, in *branch) seg.Code {
	before, vars := m.values(), len(m.vars)
	n := *s
	n.Cond = m.atom(s.Cond)
	n.Then = m.code(s.Then, m.of(branch{n.Cond, true, in}))
	then := m.values()
	m.vars = m.vars[:vars]
	for i, v := range m.vars {
		m.is[v] = before[i]
	}
	n.Else = m.code(s.Else, m.of(branch{n.Cond, false, in}))
	m.vars = m.vars[:vars]
	out := &seg.Builder{}
	out.Add(&n)
	for i, v := range m.vars {
		if x, y := then[i], m.is[v]; x != y {
			m.is[v] = out.Select(v.Name, n.Cond, x, y)
		}
	}
	return out.Code
}

// values are what the variables have.
func (m *merger) values() (out []core.Atom) {
	for _, v := range m.vars {
		out = append(out, m.is[v])
	}
	return out
}

// of is the one that stands for a branch.
func (m *merger) of(b branch) *branch {
	if m.branches[b] == nil {
		m.branches[b] = &b
	}
	return m.branches[b]
}
