package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Totals]
//
// The adjoint of a weight, as of the taps of a convolution, is a sum over the points that use it: loops add to the same few places of an
// accumulator in all iterations. Each addition waits for the one before, through memory. So the loops become folds, whose sums are
// variables that are added to the places once (scalar replacement [Callahan, Carr and Kennedy, PLDI 1990]):
//
//	for i < n                           var t = -0
//	  x = ...                           fold i < n into t by add
//	  acc[k] add= x            ->         x = ...
//	                                      yield x
//	                                    if 0 < n
//	                                      acc[k] add= t
//
// A nest of loops becomes a fold of folds. The places are the same in all iterations of all its loops and nothing else in it uses
// the memory. They are in range for sure only if there is an iteration.

// Totals makes sums of what loops add to places that do not change, and to variables: Note [Totals], Note [Running sums], Note [Split totals],
// Note [Totals beside].
func Totals(p *seg.Prog) *seg.Prog {
	return eachCode(p, func(_ *seg.Kernel, c seg.Code) seg.Code { return totals(c) })
}

// mostTotals is how many sums a fold has at most: more do not stay in registers.
const mostTotals = 12

func totals(c seg.Code) seg.Code {
	b := &seg.Builder{}
	for _, s := range c {
		switch x := s.(type) {
		case *seg.For:
			if t := totalOf(x); t != nil {
				t.write(b, t.fold)
				continue
			}
			if r := runningOf(x); r != nil {
				r.write(b)
				continue
			}
			if t, rest := splitOf(x); t != nil {
				t.write(b, t.fold)
				b.Add(rest)
				continue
			}
			l, t := besideOf(x.Map(seg.Mapper{Code: totals}).(*seg.For))
			if t != nil {
				t.write(b, l)
				continue
			}
			s = l
		case *seg.If, *seg.While:
			s = s.Map(seg.Mapper{Code: totals})
		default: // no loop
		}
		b.Add(s)
	}
	return b.Code
}

// total is a nest of loops that add to places.
type total struct {
	fold   *seg.Fold
	adds   []*seg.Update
	bounds []core.Atom
}

// totalOf is a loop as a total; nil if it does anything else.
func totalOf(l *seg.For) *total {
	if !l.FromZero() || l.Interchange != seg.NoInterchange || l.I.Type.Elem != prim.I64 {
		return nil
	}
	t := &total{bounds: []core.Atom{l.Bound}}
	var inner *total
	var code seg.Code
	own := []core.Atom{l.I}
	for _, s := range l.Body {
		switch s := s.(type) {
		case *seg.Update:
			t.adds = append(t.adds, s)
			continue
		case *seg.For:
			if inner != nil {
				return nil
			}
			if inner = totalOf(s); inner == nil {
				return nil
			}
			continue
		case *seg.Let, *seg.Select, *seg.Load:
		default:
			return nil
		}
		if inner != nil {
			return nil
		}
		own, code = append(own, seg.Binds(s)), append(code, s)
	}
	f := &seg.Fold{I: l.I, Bound: l.Bound}
	if inner != nil {
		if len(t.adds) > 0 {
			return nil
		}
		t.adds, t.bounds, f.Vals = inner.adds, append(t.bounds, inner.bounds...), core.Atoms(inner.fold.Accs)
	} else {
		for _, u := range t.adds {
			f.Vals = append(f.Vals, u.Val)
		}
	}
	if !t.apart(code, own) {
		return nil
	}
	for _, u := range t.adds {
		f.Accs, f.Ops = append(f.Accs, core.NewVar("total", core.Prim(u.Mem.Elem))), append(f.Ops, prim.Add)
	}
	if inner != nil {
		code = append(append(code, starts(inner.fold)...), inner.fold)
	}
	f.Body, t.fold = code, f
	return t
}

// apart reports whether the places do not change in a loop that binds own and have nothing to do with its code.
func (t *total) apart(code seg.Code, own []core.Atom) bool {
	if len(t.adds) == 0 || len(t.adds) > mostTotals {
		return false
	}
	fixed := func(a core.Atom) bool { return a == nil || !slices.Contains(own, a) }
	for _, n := range t.bounds[1:] {
		if !fixed(n) {
			return false
		}
	}
	for _, u := range t.adds {
		if u.Op != prim.Add || u.Strip || slices.ContainsFunc(u.At, func(x seg.Term) bool { return !fixed(x.A) || !fixed(x.B) }) {
			return false
		}
		for _, s := range code {
			if l, ok := s.(*seg.Load); ok && (l.Mem == u.Mem || l.Ordered) {
				return false
			}
		}
	}
	return true
}

// starts declares the sums of a fold.
func starts(f *seg.Fold) seg.Code {
	var out seg.Code
	for j, a := range f.Accs {
		ne, _ := f.Ops[j].Neutral(a.Type.Elem)
		out = append(out, &seg.Decl{V: a, Init: core.Const{Scalar: ne}})
	}
	return out
}

// write adds the sums, the loop that makes them, and what adds them to the places.
func (t *total) write(b *seg.Builder, loop seg.Stm) {
	b.Add(starts(t.fold)...)
	b.Add(loop)
	var some core.Atom
	for _, n := range t.bounds {
		if c, ok := core.IntConst(n); ok && c > 0 {
			continue
		}
		c := b.Op("some", prim.Lt, prim.I64, core.IntC(0), n)
		if some != nil {
			c = b.Op("some", prim.And, prim.Bool, some, c)
		}
		some = c
	}
	adds := make(seg.Code, len(t.adds))
	for j, u := range t.adds {
		add := *u
		add.Val = t.fold.Accs[j]
		adds[j] = &add
	}
	if some == nil {
		b.Add(adds...)
		return
	}
	b.Add(&seg.If{Cond: some, Then: adds})
}
