package mem

import (
	"math"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// overwriting looks at a kernel that would write the array out over the array in, of dimensions dims (Note [Reuse]).
type overwriting struct {
	in, out *seg.Mem
	dims    []core.Atom
	own     map[core.Atom]bool      // indices of the point
	bounds  map[core.Atom]core.Atom // of loops, by their index
}

// inPlace reports whether a kernel may do so.
func inPlace(k *seg.Kernel, in, out *seg.Mem, dims []core.Atom) bool {
	if slices.Contains(k.Updates, in) || k.Op != nil && mentions(k.Op.Body, in, out) || k.After != nil && mentions(k.After.Body, in, out) {
		return false
	}
	for _, a := range k.Accs {
		if mentions(a.Op.Body, in, out) {
			return false
		}
	}
	code := k.Body
	if k.Kind == seg.Scan {
		at := slices.Index(k.Outs, out)
		if at < 0 || k.Unread[at] {
			return false
		}
		code = append(slices.Clone(code), &seg.Store{Mem: out, At: seg.Index{{A: k.Space[0].I}}, Val: k.Vals[at]})
	}
	o := &overwriting{in: in, out: out, dims: dims, own: map[core.Atom]bool{}, bounds: map[core.Atom]core.Atom{}}
	seg.Walk(code, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.For:
			o.bounds[s.I] = s.Bound
		case *seg.Fold:
			o.bounds[s.I] = s.Bound
		default: // binds no index
		}
	})
	places := o.places(code)
	for _, d := range k.Space {
		o.own[d.I] = true
		if !owns(d.I, places) {
			return false
		}
	}
	if slices.ContainsFunc(places, func(p place) bool { return !o.staysInside(p) }) {
		return false
	}
	reads, writes, ok := o.inOrder(code)
	return ok && reads && writes
}

func mentions(c seg.Code, ms ...*seg.Mem) bool {
	found := false
	seg.Walk(c, func(s seg.Stm) {
		m, _ := access(s)
		found = found || m != nil && slices.Contains(ms, m)
	})
	return found
}

// access is what a statement reads or writes.
func access(s seg.Stm) (*seg.Mem, seg.Index) {
	switch s := s.(type) {
	case *seg.Load:
		return s.Mem, s.At
	case *seg.Store:
		return s.Mem, s.At
	case *seg.Update:
		return s.Mem, s.At
	default: // no memory
	}
	return nil, nil
}

// place is an index of which each term is an index in a dimension, times the stride of that: nil for 1.
type place seg.Index

// index is the index in the dimension with a stride; nil if there is none, or more than one.
func (p place) index(stride core.Atom) (out core.Atom) {
	for _, t := range p {
		if t.B == stride {
			if out != nil {
				return nil
			}
			out = t.A
		}
	}
	return out
}

// places are all places of the two arrays that code reads and writes.
func (o *overwriting) places(c seg.Code) (out []place) {
	seg.Walk(c, func(s seg.Stm) {
		if m, at := access(s); m != nil && (m == o.in || m == o.out) {
			out = append(out, place(at))
		}
	})
	return out
}

// owns reports whether i is the index in the same dimension of all places.
func owns(i *core.Var, places []place) bool {
	if len(places) == 0 {
		return false
	}
	for _, t := range places[0] {
		if t.A == core.Atom(i) {
			return !slices.ContainsFunc(places, func(p place) bool { return p.index(t.B) != core.Atom(i) })
		}
	}
	return false
}

// staysInside reports whether a place stays within the dimensions that the point, or loop, does not own: its other indices are loops over
// all of these, or together less than a step of what is owned.
func (o *overwriting) staysInside(p place) bool {
	loops, rest, step := len(p) == len(o.dims), int64(0), int64(math.MaxInt64)
	for _, t := range p {
		stride, known := int64(1), true
		if t.B != nil {
			stride, known = constant(t.B)
		}
		if o.own[t.A] {
			if !known || stride < 1 {
				stride = 0
			}
			step = min(step, stride)
			continue
		}
		bound := o.bounds[t.A]
		loops = loops && bound != nil && p.index(t.B) == t.A && slices.ContainsFunc(o.dims, func(d core.Atom) bool { return sameAtom(d, bound) })
		most, ok := o.most(t.A)
		if !known || !ok || stride < 1 || most < 0 || most > maxStep || stride > maxStep {
			step = 0
			continue
		}
		rest += most * stride
	}
	return loops || rest < step
}

// maxStep bounds constants, so that their products do not overflow.
const maxStep = 1 << 20

// most is the largest value of an index, if that is known.
func (o *overwriting) most(i core.Atom) (int64, bool) {
	if n, ok := constant(i); ok {
		return n, true
	}
	if o.bounds[i] == nil {
		return 0, false
	}
	n, ok := constant(o.bounds[i])
	return n - 1, ok
}

func constant(a core.Atom) (int64, bool) {
	c, ok := a.(core.Const)
	if !ok || !c.Type.IsInt() {
		return 0, false
	}
	return c.Int64(), true
}

// inOrder reports whether code reads only in and writes only out, and reads nothing after writing to it.
func (o *overwriting) inOrder(c seg.Code) (reads, writes, ok bool) {
	for _, s := range c {
		r, w, fine := o.stm(s)
		if !fine || r && writes {
			return false, false, false
		}
		reads, writes = reads || r, writes || w
	}
	return reads, writes, true
}

func (o *overwriting) stm(s seg.Stm) (reads, writes, ok bool) {
	switch s := s.(type) {
	case *seg.Load:
		return s.Mem == o.in, false, s.Mem != o.out
	case *seg.Store:
		return false, s.Mem == o.out, s.Mem != o.in
	case *seg.Update:
		return false, false, s.Mem != o.in && s.Mem != o.out
	case *seg.If:
		r, w, ok := o.inOrder(s.Then)
		r2, w2, ok2 := o.inOrder(s.Else)
		return r || r2, w || w2, ok && ok2
	case *seg.For:
		return o.loop(s.I, s.Body)
	case *seg.Fold:
		return o.loop(s.I, s.Body)
	case *seg.While:
		r, w, ok := o.inOrder(append(slices.Clone(s.CondCode), s.Body...))
		return r, w, ok && !(r && w)
	default: // reads and writes no array
	}
	return false, false, true
}

// loop is a loop that may read and write in each iteration if iterations have places of their own.
func (o *overwriting) loop(i *core.Var, body seg.Code) (reads, writes, ok bool) {
	reads, writes, ok = o.inOrder(body)
	return reads, writes, ok && (!(reads && writes) || o.ownLoop(i, body))
}

// ownLoop reports whether the iterations of a loop have places of their own.
func (o *overwriting) ownLoop(i *core.Var, body seg.Code) bool {
	o.own[i] = true
	defer delete(o.own, i)
	places := o.places(body)
	return owns(i, places) && !slices.ContainsFunc(places, func(p place) bool { return !o.staysInside(p) })
}
