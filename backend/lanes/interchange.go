package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Loop interchange]
//
// Where lanes each go along a row of their own, a loop along the rows reads places far apart, though each row lies in
// one piece. Such a loop is interchanged: its vectors are W neighbouring elements of one row, and the W points go
// one after the other, those of the mask. A fold gets a vector of partial sums for each point; in the end these are added pairwise, even
// lanes to odd lanes, which puts the sum of each point in its lane. Updates of a shared accumulator combine the points
// first; what else their loop does goes into a loop of its own. Short rows that update an accumulator, at places of
// each point's own, are left to scalars.
// So rows go through vectors, and what is computed from the sums of W points does, too.

// maxTwice bounds the statements of a body that is written twice.
const maxTwice = 64

// Interchange says of each loop along rows how lanes run it (seg.Interchange).
func Interchange(p *seg.Prog) *seg.Prog {
	return eachFork(p, func(k *seg.Kernel) *seg.Kernel {
		t := &interchanger{shapes: shapesOf(k), packs: packsOf(k)}
		return withBody(k, t.code(k.Body))
	})
}

type interchanger struct {
	*shapes
	packs map[*seg.Mem]*seg.Pack
}

func (t *interchanger) code(c seg.Code) seg.Code {
	var out seg.Code
	for _, s := range c {
		switch s := s.(type) {
		case *seg.If:
			n := *s
			n.Then, n.Else = t.code(s.Then), t.code(s.Else)
			out = append(out, &n)
		case *seg.For:
			if t.atom(s.Bound) == uniform && s.FromZero() {
				if code := t.updates(s); code != nil {
					out = append(out, code...)
					continue
				}
			}
			n := *s
			n.Body = t.code(s.Body)
			out = append(out, &n)
		case *seg.Fold:
			n := *s
			if t.atom(s.Bound) == uniform && !readsAccs(s) {
				n.Interchange = t.interchange(s.I, s.Bound, s.Body, s)
			}
			out = append(out, &n)
		default:
			out = append(out, s)
		}
	}
	return out
}

// updates is the interchanged form of a loop of stores and updates; of its updates of accumulators only, if the rows are read
// again and again: then they need not be read in one piece. It is nil if the loop is not interchanged.
func (t *interchanger) updates(s *seg.For) seg.Code {
	sums, rest := t.parts(s)
	if !slices.ContainsFunc(sums, func(b seg.Stm) bool { x, ok := b.(*seg.Load); return ok && t.packs[x.Mem] != nil }) {
		how := t.interchange(s.I, s.Bound, s.Body, nil)
		if how == seg.NoInterchange {
			return nil
		}
		n := *s
		n.Interchange = how
		return seg.Code{&n}
	}
	for i, b := range sums {
		if x, ok := b.(*seg.Load); ok {
			sums[i] = unpacked(x, t.packs)
		}
	}
	if t.interchange(s.I, s.Bound, sums, nil) == seg.NoInterchange {
		return nil
	}
	n := *s
	n.Interchange, n.Body = seg.InterchangeSums, sums
	out := seg.Code{&n}
	if len(rest) > 0 {
		out = append(out, &seg.For{I: s.I, Bound: s.Bound, Body: rest, Par: s.Par, Elems: s.Elems})
	}
	return out
}

// parts divides a loop into updates of accumulators, at places that are the same for all points, and the rest. Nothing
// is in the first part if they cannot be divided.
func (t *interchanger) parts(s *seg.For) (sums, rest seg.Code) {
	written := map[*seg.Mem]bool{}
	for _, b := range s.Body {
		switch b := b.(type) {
		case *seg.Let, *seg.Select, *seg.Load:
		case *seg.Update:
			if written[b.Mem] = true; t.shared[b.Mem] && t.index(b.At).kind == uniform {
				sums = append(sums, b)
			} else {
				rest = append(rest, b)
			}
		case *seg.Store:
			written[b.Mem] = true
			rest = append(rest, b)
		default:
			return nil, nil
		}
	}
	for _, b := range s.Body {
		if x, ok := b.(*seg.Load); ok && written[x.Mem] {
			return nil, nil
		}
	}
	return needed(s.Body, sums), needed(s.Body, rest)
}

// needed is the code with some of its effects and what they use.
func needed(c, effects seg.Code) (out seg.Code) {
	live := map[core.Atom]bool{}
	for _, s := range slices.Backward(c) {
		v := seg.Binds(s)
		if v != nil && live[v] || v == nil && slices.Contains(effects, s) {
			seg.Operands(s, func(a core.Atom) { live[a] = true })
			out = append(out, s)
		}
	}
	slices.Reverse(out)
	return out
}

// interchange is how a loop is interchanged, NoInterchange if it cannot be or would not gain by it.
func (t *interchanger) interchange(i *core.Var, bound core.Atom, body seg.Code, fold *seg.Fold) seg.Interchange {
	if i.Type.Elem != prim.I64 || len(body) > maxTwice {
		return seg.NoInterchange
	}
	c, known := bound.(core.Const)
	short := fold == nil && known && c.Int64() < int64(2*t.width) && t.everywhere(body)
	along := shapesAlong(i, body, t.width)
	if !short && known && c.Int64() < int64(t.width) || !along.fits(body) || !t.gains(along, body, fold != nil) {
		return seg.NoInterchange
	}
	if fold != nil {
		for _, a := range fold.Accs {
			if t.atom(a) != varying || a.Type.Elem == prim.F16 {
				return seg.NoInterchange
			}
		}
	}
	if short {
		return seg.InterchangeScalar
	}
	return seg.InterchangeRows
}

// everywhere reports whether a body updates a shared accumulator at places that lanes have to go to one after another.
func (t *interchanger) everywhere(body seg.Code) bool {
	return slices.ContainsFunc(body, func(s seg.Stm) bool {
		u, ok := s.(*seg.Update)
		return ok && t.shared[u.Mem] && t.index(u.At).kind != uniform && !t.index(u.At).unit()
	})
}

// gains reports whether the code's accesses all follow the row, and some of them are apart in lanes for points.
func (t *interchanger) gains(along *shapes, body seg.Code, fold bool) bool {
	ok, gains := true, false
	access := func(m *seg.Mem, at seg.Index) {
		in, here := along.index(at), t.index(at)
		ok = ok && (in.kind == uniform || in.unit()) && !t.own[m]
		gains = gains || in.unit() && here.kind != uniform && !here.unit()
	}
	for _, s := range body {
		switch s := s.(type) {
		case *seg.Let, *seg.Select:
		case *seg.Load:
			access(s.Mem, s.At)
			ok = ok && !t.shared[s.Mem] && !s.Ordered
		case *seg.Store:
			access(s.Mem, s.At)
			ok = ok && !fold && s.Mem.Space == seg.Device && along.index(s.At).unit()
		case *seg.Update:
			access(s.Mem, s.At)
			ok = ok && !fold && t.shared[s.Mem] && along.index(s.At).unit()
		default:
			return false
		}
	}
	return ok && gains
}
