package chunk

import (
	"maps"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Read once]
//
// Forms put code together that kernels have apart: a scan reads a number to know whether it is kept, and a filter reads it again where it is. Compilers see
// that both are one, but not once Aside has made the second one another place where nothing is kept. So what has been read of a
// memory to which the code writes nothing is not read again, and what has been computed is not computed again, in the same
// code and in branches of it. Loops begin anew: what is kept for them would take registers. Branches that store a single element do, too: LLVM
// (14) makes a branch again of what Aside has made of them, if all that depends on the condition is where a number goes. [ours]

// ReadOnce leaves out what code has read or computed before: Note [Read once].
func ReadOnce(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU {
		return p
	}
	return pass(p, func(_ *seg.Kernel, c seg.Code) seg.Code {
		r := &reader{changes: map[*seg.Mem]bool{}, set: map[core.Atom]bool{}, is: map[core.Atom]core.Atom{}}
		seg.Walk(c, r.learn)
		return r.code(c, known{})
	})
}

// reader knows what the code of a form changes, and which values are others.
type reader struct {
	changes map[*seg.Mem]bool // or gives a second name
	set     map[core.Atom]bool
	is      map[core.Atom]core.Atom
}

// element is an element of a memory, or several side by side.
type element struct {
	mem   *seg.Mem
	lanes int
	terms [maxTerms]seg.Term
}

// operation is what a primitive computes.
type operation struct {
	op    *prim.Op
	t     prim.Type
	lanes int // of the result
	args  [maxArgs]core.Atom
}

// of what is not longer two are found to be the same.
const (
	maxTerms = 6
	maxArgs  = 3
)

// known is what has been read and computed so far, by element or operation.
type known map[any]*core.Var

// learn notes what a statement changes.
func (r *reader) learn(s seg.Stm) {
	switch s := s.(type) {
	case *seg.Set:
		r.set[s.V] = true
	case *seg.Bind:
		r.changes[s.Mem], r.changes[s.Then], r.changes[s.Else] = true, true, true
	default:
		s.Each(seg.Visitor{Mem: func(m *seg.Mem, a seg.Access) {
			if a&seg.Writes != 0 {
				r.changes[m] = true
			}
		}})
	}
}

func (r *reader) code(c seg.Code, k known) seg.Code {
	var out seg.Code
	for _, s := range c {
		in := known{}
		if f, ok := s.(*seg.If); ok && stores(f.Then)+stores(f.Else) != 1 {
			in = k
		}
		s = s.Map(seg.Mapper{Atom: r.atom, Code: func(c seg.Code) seg.Code { return r.code(c, maps.Clone(in)) }})
		key, v := r.key(s)
		if key == nil {
			out = append(out, s)
			continue
		}
		if old := k[key]; old != nil {
			r.is[v] = old
			continue
		}
		k[key] = v
		out = append(out, s)
	}
	return out
}

// stores is how many elements code stores.
func stores(c seg.Code) (n int) {
	seg.Walk(c, func(s seg.Stm) {
		if _, ok := s.(*seg.Store); ok {
			n++
		}
	})
	return n
}

func (r *reader) atom(a core.Atom) core.Atom {
	if b := r.is[a]; b != nil {
		return b
	}
	return a
}

// key says what a statement reads or computes, and its name; nil if that may change or is not known by its operands.
func (r *reader) key(s seg.Stm) (any, *core.Var) {
	switch s := s.(type) {
	case *seg.Load:
		p := element{mem: s.Mem, lanes: s.V.Type.Lanes}
		if s.Ordered || s.Mem.Space != seg.Device || r.changes[s.Mem] || len(s.At) > maxTerms {
			return nil, nil
		}
		for i, t := range s.At {
			if r.set[t.A] || r.set[t.B] {
				return nil, nil
			}
			p.terms[i] = t
		}
		return p, s.V
	case *seg.Let:
		o := operation{op: s.Op, t: s.T, lanes: s.V.Type.Lanes}
		if len(s.Args) > maxArgs {
			return nil, nil
		}
		for i, a := range s.Args {
			if r.set[a] {
				return nil, nil
			}
			o.args[i] = a
		}
		return o, s.V
	default: // no value, or cheap
		return nil, nil
	}
}
