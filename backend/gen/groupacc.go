package gen

import (
	"fmt"

	"raido/backend/seg"
	"raido/lang/limits"
	"raido/lang/prim"
)

// The stages of a kernel with accumulators in the GPU shape. Either items have copies, which are combined round by
// round, or updates are atomic, in local memory if there is room.
const (
	AccInit    = iota // fills the copies
	AccCopies         // the points, on copies
	AccCombine        // one round: some copies become one
	AccLocal          // the points, on local memory
	AccGlobal         // the points, on the destinations
)

// groupAccs writes the stages of a map with accumulators.
func (w *writer) groupAccs() {
	for _, a := range w.k.Accs {
		for j, m := range a.Priv {
			w.mem(a.Dests[j])
			w.arg(Arg{Kind: ArgAcc, Mem: m}, fmt.Sprintf("__global %s *%s_copies", ctype(m.Elem), w.mem(m)))
		}
		if m := a.Has; m != nil {
			w.arg(Arg{Kind: ArgAcc, Mem: m}, fmt.Sprintf("__global %s *%s_copies", ctype(m.Elem), w.mem(m)))
		}
	}
	w.whole = "chunks == 1"
	w.arg(Arg{Kind: ArgRound, N: 0}, "long live")
	w.arg(Arg{Kind: ArgRound, N: 1}, "long step")
	points := func() { w.points(func() { w.code(w.k.Body) }) }
	w.stage(false, w.fillCopies)
	w.stage(false, func() {
		w.privates(func(m *seg.Mem, name, dest, n string) {
			w.line("__global %s *%s = chunks == 1 ? %s : %s_copies + gid * %s;", ctype(m.Elem), name, dest, name, n)
		})
		for _, a := range w.k.Accs {
			if m := a.Has; m != nil {
				w.line("__global %s *%s = %s_copies + gid * %s;", ctype(m.Elem), w.mem(m), w.mem(m), w.atom(a.Len))
			}
		}
		points()
	})
	w.stage(false, func() {
		w.line("const long blocks = (live + %d) / %d;", limits.Now.CopiesOfItem-1, limits.Now.CopiesOfItem)
		for _, a := range w.k.Accs {
			w.braces("", func() { w.combineRound(a) })
		}
	})
	if !w.atomicAccs() {
		return
	}
	w.stage(true, func() { w.localAccs(points) })
	w.stage(false, func() {
		w.privates(func(m *seg.Mem, name, dest, n string) {
			w.line("volatile __global %s *%s = %s;", ctype(m.Elem), name, dest)
		})
		points()
	})
	w.groups.atomic = nil
}

// privates calls f for each block that the points update.
func (w *writer) privates(f func(m *seg.Mem, name, dest, n string)) {
	for _, a := range w.k.Accs {
		for j, m := range a.Priv {
			f(m, w.mem(m), w.mem(a.Dests[j]), w.atom(a.Len))
		}
	}
}

// fillCopies empties all copies.
func (w *writer) fillCopies() {
	for _, a := range w.k.Accs {
		w.braces(fmt.Sprintf("for (long p = gid; p < chunks * %s; p += get_global_size(0))", w.atom(a.Len)), func() {
			w.noneYet(a, func(m *seg.Mem) string { return w.mem(m) + "_copies[p]" })
		})
	}
}

// combineRound makes one of every CombineWidth copies that are left; they are step apart. The last round adds
// the last of them to the destinations. The order is that of the copies.
func (w *writer) combineRound(a *seg.Acc) {
	n := w.atom(a.Len)
	copies, dests, xs := make([]string, len(a.Priv)), make([]string, len(a.Priv)), make([]string, len(a.Priv))
	for j, m := range a.Priv {
		copies[j], dests[j], xs[j] = w.mem(m)+"_copies", w.mem(a.Dests[j]), fmt.Sprintf("x%d", j)
	}
	w.braces(fmt.Sprintf("for (long p = gid; p < %s * blocks; p += get_global_size(0))", n), func() {
		w.line("const long c = rd_idiv_i64(p, %s), b = p - c * %s;", n, n)
		w.line("const long first = c * %d, end = min(live, first + %d);", limits.Now.CopiesOfItem, limits.Now.CopiesOfItem)
		for j, m := range a.Priv {
			w.line("%s %s = blocks == 1 ? %s[b] : %s[first * step * %s + b];", ctype(m.Elem), xs[j], dests[j], copies[j], n)
		}
		own := "first * step * " + n + " + b"
		none := func(at string) string {
			return w.untouched(a, func(m *seg.Mem) string { return w.mem(m) + "_copies[" + at + "]" })
		}
		if a.Op.Neutral == nil {
			w.line("char some = blocks == 1 || !(%s);", none(own))
		}
		w.braces("for (long q = blocks == 1 ? 0 : first + 1; q < end; q++)", func() {
			other := "q * step * " + n + " + b"
			if a.Op.Neutral == nil {
				w.line("if (%s) continue;", none(other))
			}
			w.take(a.Op, xs, at(copies, other))
		})
		w.braces("if (blocks == 1)", func() { w.assign(at(dests, "b"), xs) })
		w.braces("else", func() {
			w.assign(at(copies, own), xs)
			if a.Has != nil {
				w.line("%s_copies[%s] = some;", w.mem(a.Has), own)
			}
		})
	})
}

// localAccs runs the points on local memory and then adds what each group has to the destinations.
func (w *writer) localAccs(points func()) {
	w.privates(func(m *seg.Mem, name, _, n string) {
		w.arg(Arg{Kind: ArgLocalAcc, Mem: m}, fmt.Sprintf("__local %s *%s_group", ctype(m.Elem), name))
		w.line("volatile __local %s *%s = %s_group;", ctype(m.Elem), name, name)
	})
	each := func(f func(op *prim.Op, ne, name, dest string, t prim.Type)) {
		for _, a := range w.k.Accs {
			w.braces(fmt.Sprintf("for (long b = lid; b < %s; b += lsize)", w.atom(a.Len)), func() {
				for j, m := range a.Priv {
					f(a.Op.Known[j], w.atom(a.Op.Neutral[j]), w.mem(m), w.mem(a.Dests[j]), m.Elem)
				}
			})
		}
	}
	each(func(_ *prim.Op, ne, name, _ string, _ prim.Type) { w.line("%s[b] = %s;", name, ne) })
	w.barrier()
	w.apart(points)
	w.barrier()
	each(func(op *prim.Op, ne, name, dest string, t prim.Type) {
		w.line("if (%s[b] != %s) %s((volatile __global %s *)%s + b, %s[b]);", name, ne, atomicFunc(op, t), ctype(t), dest, name)
	})
}

// atomicAccs tells that all accumulators can be updated by atomic operators on integers: then the order of the
// updates makes no difference. From then on updates are written so.
func (w *writer) atomicAccs() bool {
	ops := map[*seg.Mem]*prim.Op{}
	for _, a := range w.k.Accs {
		if a.Op.Known == nil {
			return false
		}
		for j, m := range a.Priv {
			long := m.Elem == prim.I64 || m.Elem == prim.U64
			if atomicFunc(a.Op.Known[j], m.Elem) == "" || long && !w.g.target.Atomics64 {
				return false
			}
			ops[m] = a.Op.Known[j]
		}
	}
	ok := true
	seg.Walk(w.k.Body, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Load:
			ok = ok && ops[s.Mem] == nil
		case *seg.Store:
			ok = ok && ops[s.Mem] == nil
		case *seg.Update:
			ok = ok && (ops[s.Mem] == nil || ops[s.Mem] == s.Op)
		}
	})
	for m := range ops {
		w.groups.atomic[m] = ok
	}
	return ok
}

// atomicFunc is the atomic form of a known operator, "" if there is none.
func atomicFunc(op *prim.Op, t prim.Type) string {
	prefix := map[prim.Type]string{prim.I32: "atomic_", prim.U32: "atomic_", prim.I64: "atom_", prim.U64: "atom_"}[t]
	switch op {
	case prim.Add, prim.Min, prim.Max, prim.And, prim.Or, prim.Xor:
		if prefix != "" {
			return prefix + op.Name
		}
	}
	return ""
}
