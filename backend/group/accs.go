package group

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// accumulate makes the stages of a map with accumulators. Either items have copies, which are combined round by
// round, or updates are atomic, in local memory if there is room: fill the copies, the points on copies, one round (some copies become
// one), the points on local memory, the points on the destinations.
func (s *spread) accumulate() {
	for _, a := range s.k.Accs {
		for _, m := range a.Copies() {
			s.copies[m] = s.memory(seg.ParamCopies, m.Name+"_copies", m.Elem, m, 0)
		}
	}
	r := &round{spread: s, live: s.param(seg.ParamLive, "live"), step: s.param(seg.ParamStep, "step"), threads: s.param(seg.ParamThreads, "threads")}
	s.stage(false, r.fill)
	s.stage(false, s.onCopies)
	s.stage(false, func(b *seg.Builder) {
		up := b.Index("up", prim.Add, r.live, core.IntC(limits.Now.CopiesOfItem-1))
		blocks := b.Index("blocks", prim.Quot, up, core.IntC(limits.Now.CopiesOfItem))
		for _, a := range s.k.Accs {
			r.combine(b, a, blocks)
		}
	})
	if s.atomic() {
		s.stage(true, s.onLocal)
		s.stage(false, func(b *seg.Builder) {
			s.points(b, s.run(s.updating(func(m *seg.Mem, a *seg.Acc, j int) *seg.Mem { return a.Dests[j] })))
		})
	}
}

// onCopies runs the points on the item's copies, or on the destinations if there is one item.
func (s *spread) onCopies(b *seg.Builder) {
	one := b.Equal(s.chunks, core.IntC(1))
	for _, a := range s.k.Accs {
		own := seg.Index{{A: s.gid, B: a.Len}}
		for j, m := range a.Priv {
			b.Add(&seg.Bind{Mem: m, Cond: one, Then: a.Dests[j], Else: s.copies[m], ElseAt: own})
		}
		if a.Has != nil {
			b.Add(&seg.Bind{Mem: a.Has, Then: s.copies[a.Has], ThenAt: own})
		}
	}
	copied := func(b *seg.Builder) core.Atom { return b.Less(core.IntC(1), s.chunks) }
	s.points(b, s.run(seg.AllThere(s.k.Body, s.k.Accs, copied)))
}

// round combines copies.
type round struct {
	*spread
	live, step *core.Var // how many copies are left, and how far apart these are
	threads    *core.Var
}

// fill empties all copies.
func (r *round) fill(b *seg.Builder) {
	for _, a := range r.k.Accs {
		b.Stride(r.gid, b.Index("n", prim.Mul, r.chunks, a.Len), r.threads, func(b *seg.Builder, p *core.Var) { b.NothingYet(a, r.copies, seg.At(p)) })
	}
}

// combine makes one of every CopiesOfItem copies that are left; they are step apart. The last round adds
// the last of them to the destinations. The order is that of the copies.
func (r *round) combine(b *seg.Builder, a *seg.Acc, blocks core.Atom) {
	each := core.IntC(limits.Now.CopiesOfItem)
	copies := make([]*seg.Mem, len(a.Priv))
	for j, m := range a.Priv {
		copies[j] = r.copies[m]
	}
	b.Stride(r.gid, b.Index("n", prim.Mul, a.Len, blocks), r.threads, func(b *seg.Builder, p *core.Var) {
		c := b.Index("c", prim.Quot, p, a.Len)
		i := b.Index("i", prim.Sub, p, b.Index("row", prim.Mul, c, a.Len))
		first := b.Index("first", prim.Mul, c, each)
		end := b.Index("end", prim.Min, r.live, b.Index("end", prim.Add, first, each))
		at := func(b *seg.Builder, q core.Atom) core.Atom {
			return b.Index("at", prim.Add, b.Index("at", prim.Mul, b.Index("at", prim.Mul, q, r.step), a.Len), i)
		}
		own, last := at(b, first), b.Equal(blocks, core.IntC(1))
		x := &sums{op: a.Op}
		for _, m := range a.Priv {
			x.vars = append(x.vars, b.Var("x", core.Prim(m.Elem), core.Zero(m.Elem)))
		}
		b.If(last, func(b *seg.Builder) { b.SetAll(x.vars, load(b, a.Dests, i)) }, func(b *seg.Builder) { b.SetAll(x.vars, load(b, copies, own)) })
		if a.Op.Neutral == nil {
			x.some = b.Var("some", core.Bool, core.BoolC(false))
			b.If(last, func(b *seg.Builder) { b.Set(x.some, core.BoolC(true)) }, func(b *seg.Builder) {
				b.WhereAdded(a, r.copies, seg.At(own), func(b *seg.Builder) { b.Set(x.some, core.BoolC(true)) })
			})
		}
		from := b.Select("from", last, core.IntC(0), b.Index("next", prim.Add, first, core.IntC(1)))
		b.Quiet(from, end, 1, func(b *seg.Builder, q *core.Var) {
			other := at(b, q)
			b.WhereAdded(a, r.copies, seg.At(other), func(b *seg.Builder) { x.take(b, load(b, copies, other)) })
		})
		b.If(last, func(b *seg.Builder) { store(b, a.Dests, i, x.vars) }, func(b *seg.Builder) {
			if a.Has == nil {
				store(b, copies, own, x.vars)
				return
			}
			b.If(x.some, func(b *seg.Builder) { // else there is nothing yet, and nothing to store
				store(b, copies, own, x.vars)
				b.Store(r.copies[a.Has], seg.At(own), x.some)
			}, nil)
		})
	})
}

// onLocal runs the points on local memory and then adds what each group has to the destinations.
func (s *spread) onLocal(b *seg.Builder) {
	own := map[*seg.Mem]*seg.Mem{}
	for _, a := range s.k.Accs {
		for _, m := range a.Priv {
			own[m] = s.memory(seg.ParamLocalAcc, m.Name+"_group", m.Elem, m, 0)
		}
	}
	each := func(f func(b *seg.Builder, a *seg.Acc, j int, at seg.Index)) {
		for _, a := range s.k.Accs {
			b.Stride(s.lid, a.Len, s.lsize, func(b *seg.Builder, i *core.Var) {
				for j := range a.Priv {
					f(b, a, j, seg.At(i))
				}
			})
		}
	}
	each(func(b *seg.Builder, a *seg.Acc, j int, at seg.Index) { b.Store(own[a.Priv[j]], at, a.Op.Neutral[j]) })
	barrier(b)
	try(b, func(b *seg.Builder) {
		s.points(b, s.run(s.updating(func(m *seg.Mem, _ *seg.Acc, _ int) *seg.Mem { return own[m] })))
	})
	barrier(b)
	each(func(b *seg.Builder, a *seg.Acc, j int, at seg.Index) {
		x := b.Load("x", own[a.Priv[j]], 0, at)
		b.If(b.Not(b.Equal(x, a.Op.Neutral[j])), func(b *seg.Builder) {
			b.Add(&seg.Atomic{Mem: a.Dests[j], At: at, Op: a.Op.Ops[j], Val: x})
		}, nil)
	})
}

// atomic reports whether all accumulators can be updated by atomic operators on integers: then the order of the
// updates makes no difference.
func (s *spread) atomic() bool {
	ops := map[*seg.Mem]*prim.Op{}
	for _, a := range s.k.Accs {
		if a.Op.Ops == nil {
			return false
		}
		for j, m := range a.Priv {
			if !seg.HasAtomic(a.Op.Ops[j], m.Elem, s.target) {
				return false
			}
			ops[m] = a.Op.Ops[j]
		}
	}
	ok := true
	seg.Walk(s.k.Body, func(x seg.Stm) {
		switch x := x.(type) {
		case *seg.Load:
			ok = ok && ops[x.Mem] == nil
		case *seg.Store:
			ok = ok && ops[x.Mem] == nil
		case *seg.Update:
			ok = ok && (ops[x.Mem] == nil || ops[x.Mem] == x.Op)
		default: // no other statement of parallel code has memory of accumulators
		}
	})
	return ok
}

// updating is the points' code with atomic updates of other memories in place of the accumulators.
func (s *spread) updating(to func(m *seg.Mem, a *seg.Acc, j int) *seg.Mem) seg.Code {
	var code func(c seg.Code) seg.Code
	code = func(c seg.Code) seg.Code {
		out := make(seg.Code, len(c))
		for i, x := range c {
			out[i] = x.Map(seg.Mapper{Code: code})
			u, ok := x.(*seg.Update)
			for _, a := range s.k.Accs {
				if !ok {
					break
				}
				if j := slices.Index(a.Priv, u.Mem); j >= 0 {
					out[i] = &seg.Atomic{Mem: to(u.Mem, a, j), At: u.At, Op: u.Op, Val: u.Val}
				}
			}
		}
		return out
	}
	return code(s.k.Body)
}
