package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Interchanged loops and strips in explicit code: Note [Loop interchange], Note [Strips].

// outside are the values that a body uses, does not bind, and that differ between lanes.
func (v *vectors) outside(body seg.Code, vals []core.Atom) (out []*core.Var) {
	seen := boundIn(body)
	use := func(a core.Atom) {
		if x, ok := a.(*core.Var); ok && v.of[x] != uniform && !seen[a] {
			seen[a] = true
			out = append(out, x)
		}
	}
	for _, s := range body {
		seg.Operands(s, use)
	}
	for _, a := range vals {
		use(a)
	}
	return out
}

// pointByPoint makes code for points that go along rows one after the other: in is the code of a row, in lanes along it or plain; points makes a loop over the points of
// the mask.
func (v *vectors) pointByPoint(along *shapes, from []*core.Var, body func(in *vectors, points func(func(p *core.Var)))) {
	var on *seg.Mem
	if v.mask != nil {
		on = v.spill("on", v.mask)
	}
	stored := map[*core.Var]*seg.Mem{}
	for _, x := range from {
		if v.of[x] == varying {
			stored[x] = v.spill(x.Name, v.atom(x))
		}
	}
	in := v.scalar(along)
	in.b = v.b
	body(in, func(each func(p *core.Var)) {
		in.b.For("p", nil, core.IntC(int64(v.width)), 1, func(b *seg.Builder, p *core.Var) {
			outer := in.b
			in.b = b
			point := func() {
				for _, x := range from {
					if m := stored[x]; m != nil {
						in.to[x] = in.b.Load(x.Name, m, 0, seg.Index{{A: p}})
					} else {
						in.to[x] = in.b.Index(x.Name, prim.Add, v.atom(x), p)
					}
				}
				each(p)
			}
			if on == nil {
				point()
			} else {
				in.b.If(in.b.Load("on", on, 0, seg.Index{{A: p}}), in.in(point), nil)
			}
			in.b = outer
		}).Quiet = true
	})
}

// rows is pointByPoint for whole rows: a thread looks whether something has failed once a row.
func (v *vectors) rows(along *shapes, from []*core.Var, bound core.Atom, row func(in *vectors, p *core.Var)) {
	v.pointByPoint(along, from, func(in *vectors, points func(func(*core.Var))) {
		points(func(p *core.Var) {
			if _, ok := bound.(core.Const); !ok && !v.quiet {
				in.b.Add(&seg.Poll{})
			}
			row(in, p)
		})
	})
}

// interchanged makes an interchanged loop of updates and stores.
func (v *vectors) interchanged(s *seg.For) {
	from := v.outside(s.Body, nil)
	along := shapesAlong(s.I, s.Body, v.width)
	along.shared = v.shared
	switch s.Interchange {
	case seg.InterchangeSums:
		v.pointByPoint(along, from, func(in *vectors, points func(func(*core.Var))) { in.interchangedSums(s, points) })
	case seg.InterchangeScalar:
		v.rows(&shapes{width: v.width}, from, s.Bound, func(in *vectors, _ *core.Var) {
			in.loop(&seg.For{I: s.I, Bound: s.Bound, Body: s.Body, Elems: s.Elems})
		})
	default:
		v.rows(along, from, s.Bound, func(in *vectors, _ *core.Var) { in.along(s.I, s.Bound, false, func() { in.code(s.Body) }) })
	}
}

// interchangedSums adds what all points add to neighbouring elements before these are touched.
func (v *vectors) interchangedSums(s *seg.For, points func(func(*core.Var))) {
	v.along(s.I, s.Bound, true, func() {
		sums := map[seg.Stm]*core.Var{}
		for _, b := range s.Body {
			if u, ok := b.(*seg.Update); ok {
				x := core.NewVar("sum", core.Prim(u.Mem.Elem))
				v.of[x], sums[u] = varying, x
				v.to[x] = v.b.Var("sum", core.Vector(u.Mem.Elem, v.width), neutral(u.Op, u.Mem.Elem))
			}
		}
		points(func(*core.Var) {
			for _, b := range s.Body {
				if u, ok := b.(*seg.Update); ok {
					x := core.AsVar(v.to[sums[u]])
					v.b.Set(x, v.b.Op("sum", u.Op, u.Mem.Elem, x, v.operand(u.Val)))
				} else {
					v.stm(b)
				}
			}
		})
		for _, b := range s.Body {
			if u, ok := b.(*seg.Update); ok {
				v.update(&seg.Update{Mem: u.Mem, At: u.At, Op: u.Op, Val: sums[u]})
			}
		}
	})
}

// interchangedFold makes an interchanged fold.
func (v *vectors) interchangedFold(s *seg.Fold) {
	n := v.width
	parts := make([]*seg.Mem, len(s.Accs))
	for j, a := range s.Accs {
		parts[j] = temporary("parts", a.Type.Elem, n*n)
	}
	v.rows(shapesAlong(s.I, s.Body, n), v.outside(s.Body, s.Vals), s.Bound, func(in *vectors, p *core.Var) {
		for j, x := range in.parts(s) {
			in.b.Add(&seg.Store{Mem: parts[j], At: seg.Index{{A: p, B: core.IntC(int64(n))}}, Val: x})
		}
	})
	for j, a := range s.Accs {
		now := core.AsVar(v.to[a])
		v.assign(a, now, v.b.Op("sum", s.Ops[j], a.Type.Elem, now, v.pairwise(parts[j], s.Ops[j])))
	}
}

// parts folds in lanes along the loop, into new variables that have a part in each lane.
func (v *vectors) parts(s *seg.Fold) []*core.Var {
	out := v.none(s)
	v.into(s, out)
	return out
}

// none are new variables for the parts of a fold, one in each lane, of nothing.
func (v *vectors) none(s *seg.Fold) []*core.Var {
	out := make([]*core.Var, len(s.Accs))
	for j, a := range s.Accs {
		t := a.Type.Elem
		out[j] = v.b.Var(a.Name, core.Vector(t, v.width), neutral(s.Ops[j], t))
	}
	return out
}

// into folds in lanes along the loop.
func (v *vectors) into(s *seg.Fold, sums []*core.Var) {
	v.along(s.I, s.Bound, true, func() {
		v.code(s.Body)
		for j, x := range sums {
			v.combine(x, s.Ops[j], v.operand(s.Vals[j]))
		}
	})
}

// along makes the iterations of a loop below a bound, in lanes: whole vectors of them, and what is left under a mask. Where the mask would show
// only when results are stored, both are one text, since compilers take their time for each.
func (v *vectors) along(i *core.Var, bound core.Atom, folds bool, body func()) {
	n, w := v.atom(bound), core.IntC(int64(v.width))
	c, isConst := n.(core.Const)
	whole := isConst && c.Int64()%w.Int64() == 0
	loop := func(to core.Atom, f func(x *core.Var)) {
		v.b.For(i.Name, nil, to, w.Int64(), func(b *seg.Builder, x *core.Var) {
			outer := v.b
			v.b, v.to[i] = b, x
			f(x)
			v.b = outer
		}).Quiet = isConst || v.quiet
	}
	left := func(x core.Atom) core.Atom { return v.b.Index("left", prim.Sub, n, x) }
	tail := func(x *core.Var) { v.underTail(left(x), body) }
	switch {
	case whole || !v.oneText:
		full := v.b.Index("full", prim.Sub, n, v.b.Index("rest", prim.Rem, n, w))
		loop(full, func(*core.Var) { body() })
		if !whole {
			v.b.If(v.b.Op("more", prim.Lt, prim.I64, full, n), v.in(func() {
				v.to[i] = full
				v.underTail(left(full), body)
			}), nil)
		}
	case folds:
		loop(n, tail)
	default:
		loop(n, func(x *core.Var) {
			v.first = left(x)
			body()
			v.first = nil
		})
	}
}

func hasStrips(c seg.Code) bool {
	return slices.ContainsFunc(c, func(s seg.Stm) bool { u, ok := s.(*seg.Update); return ok && u.Strip })
}

// strips makes a loop whose updates go into strips, and what is left over as it is.
func (v *vectors) strips(s *seg.For) {
	n, w := v.atom(s.Bound), int64(v.width)
	full := v.b.Index("full", prim.Sub, n, v.b.Index("rest", prim.Rem, n, core.IntC(w)))
	v.b.For(s.I.Name, nil, full, w, func(b *seg.Builder, base *core.Var) {
		outer := v.b
		v.b = b
		b.Add(&seg.Poll{})
		v.strip(s, base)
		v.b = outer
	}).Quiet = true
	v.b.For(s.I.Name, full, n, 1, func(b *seg.Builder, i *core.Var) {
		outer := v.b
		v.b, v.to[s.I] = b, i
		v.code(s.Body)
		v.b = outer
	}).Quiet = true
}

// strip makes one strip from base on: the vectors, and their sums.
func (v *vectors) strip(s *seg.For, base *core.Var) {
	strips := map[seg.Stm]*seg.Mem{}
	for _, b := range s.Body {
		if u, ok := b.(*seg.Update); ok && u.Strip {
			strips[b] = temporary("strip", u.Mem.Elem, v.width*v.width)
		}
	}
	outer := v.b
	l := v.b.For("l", nil, core.IntC(int64(v.width)), 1, func(b *seg.Builder, l *core.Var) {
		v.b = b
		v.to[s.I] = b.Index(s.I.Name, prim.Add, base, l)
		for _, x := range s.Body {
			if m := strips[x]; m != nil {
				val := v.vector(x.(*seg.Update).Val)
				if v.mask != nil {
					val = v.b.Select("val", v.mask, val, neutral(x.(*seg.Update).Op, m.Elem))
				}
				b.Add(&seg.Store{Mem: m, At: seg.Index{{A: l, B: core.IntC(int64(v.width))}}, Val: val})
			} else {
				v.stm(x)
			}
		}
		v.b = outer
	})
	l.Quiet, l.Unroll = true, true
	v.to[s.I] = base
	for _, x := range s.Body {
		if m := strips[x]; m != nil {
			u := x.(*seg.Update)
			sum, at := v.pairwise(m, u.Op), v.index(u.At)
			old := v.b.Load("old", u.Mem, v.width, at)
			v.b.Add(&seg.Store{Mem: u.Mem, At: at, Val: v.b.Op("sum", u.Op, u.Mem.Elem, old, sum)})
		}
	}
}
