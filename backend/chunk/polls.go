package chunk

import (
	"math"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Polls makes threads look in loops whether something has failed: in every iteration if the body has loops, and rarely if it is
// simple, so that it can be vectorised. Where all loops over elements of arrays are short nobody looks in these: compilers take half the time for loops
// that have one way out and no blocks.
func Polls(p *seg.Prog) *seg.Prog {
	return pass(p, func(_ *seg.Kernel, c seg.Code) seg.Code { return polls{p.Target, false}.code(c) })
}

type polls struct {
	target seg.Target
	short  bool // in a loop over the elements of an array that is short
}

func (p polls) code(c seg.Code) seg.Code {
	b := &seg.Builder{}
	for _, s := range c {
		switch s := s.(type) {
		case *seg.For:
			p.loop(b, s)
		case *seg.While:
			n := within(s, p.code).(*seg.While)
			if !s.Quiet { // nobody knows how often
				n.CondCode = append(seg.Code{&seg.Poll{}}, n.CondCode...)
			}
			b.Add(n)
		default:
			b.Add(within(s, p.code))
		}
	}
	return b.Code
}

func (p polls) loop(b *seg.Builder, s *seg.For) {
	in := p
	in.short = p.short || s.Elems && p.target.Small
	told, body := telling(s.Body)
	n := *s
	n.Body = in.code(body)
	switch free := seg.LoopFree(body) && !copiesRows(body); {
	case s.Quiet || in.short || free && isShort(s) || trips(seg.Code{s}) <= limits.Now.Block:
	case free && !p.target.GPU:
		p.blocked(b, &n, told)
		return
	default:
		n.Body = append(append(seg.Code{&seg.Poll{}}, told...), n.Body...)
	}
	b.Add(&n)
}

// isShort reports whether a loop has few iterations in any case.
func isShort(s *seg.For) bool {
	n, ok := s.Bound.(core.Const)
	return ok && n.Int64() <= limits.Now.Block || s.I.Type.Elem.Size() <= 2
}

// trips is how many iterations the loops in code have altogether, if that is known, but for a few; else too many.
func trips(c seg.Code) int64 {
	most := int64(1)
	seg.Walk(c, func(s seg.Stm) {
		switch s.(type) {
		case *seg.While, *seg.Copy, *seg.Pack:
			most = math.MaxInt64
		default: // counted, or of no length
		}
	})
	if most > 1 {
		return most
	}
	for _, s := range c {
		n, body := int64(1), seg.Code(nil)
		switch s := s.(type) {
		case *seg.For:
			k, ok := s.Bound.(core.Const)
			if !ok || s.Step > 1 || !s.FromZero() {
				return math.MaxInt64
			}
			n, body = k.Int64(), s.Body
		case *seg.Fold:
			k, ok := s.Bound.(core.Const)
			if !ok {
				return math.MaxInt64
			}
			n, body = k.Int64(), s.Body
		case *seg.If:
			most = max(most, trips(s.Then), trips(s.Else))
			continue
		default:
			continue
		}
		in := trips(body)
		if n > limits.Now.Block || in > limits.Now.Block {
			return math.MaxInt64
		}
		most = max(most, n*in)
	}
	return most
}

// blocked adds a simple loop in blocks.
func (p polls) blocked(b *seg.Builder, s *seg.For, told seg.Code) {
	t := s.I.Type.Elem
	from := s.From
	if from == nil {
		from = core.Const{Scalar: prim.Zero(t)}
	}
	step := max(1, s.Step)
	pieces(b, from, s.Bound, t, (limits.Now.Block+step-1)/step*step, func(b *seg.Builder, from, to core.Atom) {
		if len(told) > 0 {
			tell(b, from, false)
		}
		n := *s
		n.From, n.Bound = from, to
		b.Add(&n)
	})
}

// copiesRows reports whether code copies rows.
func copiesRows(c seg.Code) bool {
	found := false
	seg.Walk(c, func(s seg.Stm) {
		switch s.(type) {
		case *seg.Copy, *seg.Pack:
			found = true
		default: // nothing of any length
		}
	})
	return found
}
