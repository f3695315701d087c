package segeval

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// thread runs code.
type thread struct {
	r      *run
	vars   map[*core.Var]val
	mems   map[*seg.Mem]view // its own, and names
	who    access
	launch *launch
	wait   func() // at a barrier, in groups
}

// status is how code ends.
type status uint8

const (
	done  status = iota
	left         // something has failed
	short        // a block was too small
)

func (t *thread) code(c seg.Code) status {
	for _, s := range c {
		if st := t.stm(s); st != done {
			return st
		}
	}
	return done
}

func (t *thread) stm(s seg.Stm) status {
	t.r.step()
	switch s := s.(type) {
	case *seg.Let:
		t.bind(s.V, apply(s.Op, s.T, s.V.Type.Lanes, t.values(s.Args)...))
	case *seg.Decl:
		t.bind(s.V, t.value(s.Init))
	case *seg.Set:
		t.bind(s.V, t.value(s.Val))
	case *seg.Select:
		c, x, y := t.value(s.Cond), t.value(s.Then), t.value(s.Else)
		t.bind(s.V, lanes(s.V.Type.Lanes, func(l int) prim.Scalar { return choose(c.lane(l), x.lane(l), y.lane(l)) }))
	case *seg.Load:
		t.load(s)
	case *seg.Store:
		t.store(s)
	case *seg.Update:
		m, at, v := t.mem(s.Mem), t.index(s.At), t.value(s.Val)
		for l := range v {
			t.combine(m, at+int64(l), s.Op, v[l], len(v) > 1)
		}
	case *seg.Check:
		if !t.bool(s.Cond) {
			return t.fail(s)
		}
	case *seg.Reserve:
		return t.room(s)
	case *seg.For, *seg.Fold, *seg.While, *seg.If:
		return t.control(s)
	default:
		return t.explicit(s)
	}
	return done
}

func (t *thread) values(as []core.Atom) []val {
	out := make([]val, len(as))
	for i, a := range as {
		out[i] = t.value(a)
	}
	return out
}

func choose(c, x, y prim.Scalar) prim.Scalar {
	switch {
	case isPoison(c):
		return poison
	case c.Bool():
		return x
	}
	return y
}

func (t *thread) load(s *seg.Load) {
	m, at, n := t.mem(s.Mem), t.index(s.At), s.V.Type.Lanes
	t.r.how.Traffic.Loads += int64(max(n, 1))
	t.bind(s.V, lanes(n, func(l int) prim.Scalar { return m.load(&t.who, at+int64(l), n > 0) }))
}

func (t *thread) store(s *seg.Store) {
	m, at, v := t.mem(s.Mem), t.index(s.At), t.value(s.Val)
	n := int64(len(v))
	if s.First != nil {
		n = min(n, max(t.int(s.First), 0))
	}
	t.r.how.Traffic.Stores += n
	for l := range n {
		m.store(&t.who, at+l, v[l])
	}
}

// combine combines a value into an element.
func (t *thread) combine(m view, at int64, op *prim.Op, x prim.Scalar, lane bool) {
	old := m.load(&t.who, at, false)
	if !lane && (isPoison(old) || isPoison(x)) {
		faultf("element %d of %s is updated, which nobody has written", at, m.name)
	}
	t.r.how.Traffic.Loads++
	t.r.how.Traffic.Stores++
	m.store(&t.who, at, apply(op, m.elem, 1, scalar(old), scalar(x))[0])
}

func (t *thread) fail(s *seg.Check) status {
	args := make([]prim.Scalar, len(s.Args))
	for i, a := range s.Args {
		args[i] = t.scalar(a)
	}
	t.r.fail(s.Site, args)
	return left
}

// room ends the thread if a block is too short.
func (t *thread) room(s *seg.Reserve) status {
	n := int64(1)
	for _, d := range s.Dims {
		n *= max(t.int(d), 0)
	}
	if n > t.r.roomOf(s.Mem) {
		t.launch.needs[s.Mem] = max(t.launch.needs[s.Mem], n)
		return short
	}
	return done
}

func (t *thread) control(s seg.Stm) status {
	switch s := s.(type) {
	case *seg.For:
		return t.loop(s)
	case *seg.Fold:
		first := int64(0)
		if s.From != nil {
			first = t.int(s.From)
		}
		for i := first; i < t.int(s.Bound); i++ {
			t.r.step()
			t.bind(s.I, scalar(prim.Int(s.I.Type.Elem, i)))
			if st := t.code(s.Body); st != done {
				return st
			}
			for k, v := range t.values(s.Vals) {
				acc := s.Accs[k]
				t.bind(acc, apply(s.Ops[k], acc.Type.Elem, acc.Type.Lanes, t.value(acc), v))
			}
		}
	case *seg.While:
		for {
			t.r.step()
			if st := t.code(s.CondCode); st != done || !t.bool(s.Cond) {
				return st
			}
			if st := t.code(s.Body); st != done {
				return st
			}
		}
	case *seg.If:
		if t.bool(s.Cond) {
			return t.code(s.Then)
		}
		return t.code(s.Else)
	default: // the caller has the others
	}
	return done
}

// loop runs a loop; one whose iterations are independent in the order that the launch asks for.
func (t *thread) loop(s *seg.For) status {
	from, n, step := int64(0), t.int(s.Bound), max(s.Step, 1)
	if s.From != nil {
		from = t.int(s.From)
	}
	if n <= from {
		return done
	}
	trips := (n - from + step - 1) / step
	for k := range trips {
		t.r.step()
		i := from + k*step
		if s.Par && t.r.how.Backward {
			i = from + (trips-1-k)*step
		}
		t.bind(s.I, scalar(prim.Int(s.I.Type.Elem, i)))
		if st := t.code(s.Body); st != done {
			return st
		}
	}
	return done
}
