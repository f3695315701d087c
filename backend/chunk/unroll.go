package chunk

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Note [Small arrays]
//
// The state of a user's loop is often an array of two or three numbers. Compilers keep such an array in registers once all its indices are
// constants, so short loops over its elements are written out. Else it is written and read again in every statement: numbers one by one
// and copies as vectors, which wait for each other. Loops that have little more in them than their count are written out as well, as those over
// the taps of a stencil: PoCL's compiler leaves them as they are.

// Unroll writes out short loops whose numbers are indices of small private arrays: Note [Small arrays].
func Unroll(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU {
		return p
	}
	return pass(p, func(_ *seg.Kernel, c seg.Code) seg.Code {
		u := &unroller{from: map[*core.Var][]*core.Var{}, bad: map[*seg.Mem]bool{}, needs: map[*seg.Mem][]*core.Var{}, wanted: map[*core.Var]bool{}}
		seg.Walk(c, u.look)
		for m, vs := range u.needs {
			for _, v := range vs {
				u.wanted[v] = u.wanted[v] || !u.bad[m]
			}
		}
		return u.code(c)
	})
}

type unroller struct {
	from   map[*core.Var][]*core.Var // the numbers of short loops that a variable is computed of
	bad    map[*seg.Mem]bool         // arrays with indices that are no constants in any case
	needs  map[*seg.Mem][]*core.Var  // numbers of loops among indices of small arrays
	wanted map[*core.Var]bool        // numbers of loops that should be constants
}

// short is how many iterations a loop has; 0 if that is not known, or too many to write out.
func short(from, bound core.Atom, step int64) int64 {
	n, ok := core.IntConst(bound)
	if !ok || n > limits.Now.ShortTrips || step > 1 || from != nil && !core.IsInt(from, 0) {
		return 0
	}
	return n
}

// look notes what a statement has to do with small arrays.
func (u *unroller) look(s seg.Stm) {
	switch s := s.(type) {
	case *seg.For:
		if short(s.From, s.Bound, s.Step) > 0 {
			u.from[s.I] = []*core.Var{s.I}
		}
	case *seg.Fold:
		if short(s.From, s.Bound, 0) > 0 {
			u.from[s.I] = []*core.Var{s.I}
		}
	case *seg.Let:
		if vs, ok := u.numbers(s.Args); ok && s.Idx {
			u.from[s.V] = vs
		}
	case *seg.Load:
		u.index(s.Mem, s.At)
	case *seg.Store:
		u.index(s.Mem, s.At)
	default:
		s.Each(seg.Visitor{Mem: func(m *seg.Mem, _ seg.Access) { u.bad[m] = true }})
	}
}

// numbers are the numbers of short loops that atoms are computed of; false if they are computed of anything else.
func (u *unroller) numbers(as []core.Atom) (vs []*core.Var, ok bool) {
	for _, a := range as {
		if v, is := a.(*core.Var); is {
			of, known := u.from[v]
			if !known {
				return nil, false
			}
			vs = append(vs, of...)
		}
	}
	return vs, true
}

func (u *unroller) index(m *seg.Mem, at seg.Index) {
	n, known := core.IntConst(m.Len)
	if m.Space != seg.Private || !known || n > limits.Now.ShortElems {
		return
	}
	for _, t := range at {
		vs, ok := u.numbers([]core.Atom{t.A})
		if t.B != nil && ok {
			var more []*core.Var
			more, ok = u.numbers([]core.Atom{t.B})
			vs = append(vs, more...)
		}
		if !ok {
			u.bad[m] = true
		}
		u.needs[m] = append(u.needs[m], vs...)
	}
}

func (u *unroller) code(c seg.Code) seg.Code {
	return seg.Rewrite(c, func(s seg.Stm) seg.Code {
		b := &seg.Builder{}
		switch s := s.(type) {
		case *seg.For:
			if n := short(s.From, s.Bound, s.Step); u.wanted[s.I] && fits(s.Body, n) || tiny(s.Body, n) {
				for i := range n {
					b.Inline(s.Body, map[core.Atom]core.Atom{s.I: number(s.I, i)}, nil)
				}
				return b.Code
			}
		case *seg.Fold:
			if n := short(s.From, s.Bound, 0); u.wanted[s.I] && fits(s.Body, n) || tiny(s.Body, n) {
				for i := range n {
					vals := b.Inline(s.Body, map[core.Atom]core.Atom{s.I: number(s.I, i)}, s.Vals)
					for j, a := range s.Accs {
						b.Set(a, b.Op("sum", s.Ops[j], a.Type.Elem, a, vals[j]))
					}
				}
				return b.Code
			}
		default: // no loop of that kind
		}
		return seg.Code{s}
	})
}

// number is the constant i of the type of a loop's number.
func number(v *core.Var, i int64) core.Atom { return core.Const{Scalar: prim.Int(v.Type.Elem, i)} }

// fits reports whether the body of a loop has no loops inside and may be written out so often.
func fits(body seg.Code, times int64) bool {
	n := int64(0)
	seg.Walk(body, func(seg.Stm) { n++ })
	return seg.LoopFree(body) && n*times <= limits.Now.ShortStms
}

// tiny reports whether the body of a loop that computes something is so short that the loop costs as much as the body.
func tiny(body seg.Code, times int64) bool {
	n, computes := int64(0), false
	seg.Walk(body, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Let:
			computes = computes || !s.Idx
			n++
		case *seg.Select, *seg.Load, *seg.Decl, *seg.Set, *seg.Store, *seg.If:
			n++
		default:
			n += limits.Now.TinyStms + 1
		}
	})
	return computes && times > 0 && n*times <= limits.Now.TinyStms
}
