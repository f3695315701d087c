package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Appending]
//
// A scan that counts flags and writes the elements that have one (filters, partitions, passes of a radix sort) goes in lanes, though the place of an
// element depends on all flags before it: the elements of a block that have the flag lie side by side in the result, from the count so far on. So a block is
//
//	flag: f64xW -> boolxW                    for all lanes
//	n = count flag
//	squeeze out at sum + rest where flag = x
//	set sum = sum + n
//
// What branches set is a selection there, and what they read is read under their conditions (the file appendmerge).
//
// A place is said in the program by sums and conditions, in any form. It is taken apart by cases (the file appendcases): a case says of some conditions
// whether they hold. Elements are appended if in each case that stores the place is a sum s and something that is the same for all lanes, what
// s counts is 1, and other sums that places have count 0; and where nothing is stored all those count 0. Then the lanes that store are those with the flag,
// and their places lie side by side. Whether places are in range is asked for all of a block: they are if the first and the last one are. If
// not, and in the last block, its points are computed one by one. So is the sum of i32, of which no place may wrap in a block. Places that
// several parts have in common are written in any order, as threads do it. Scans that store at each point's own place alone, such as places that are kept for
// a derivative, go in lanes in the same way: what they need of sums are those of the lanes before. [ours; registers compressed under a mask are how vector code filters,
// Polychroniou, Raghavan and Ross, Rethinking SIMD Vectorization for In-Memory Databases, SIGMOD 2015, section 4]

// mostAppends bounds the statements of a point of a scan that goes in lanes.
const mostAppends = 160

// Appends gives scans that write elements side by side, or at the places of points, copies in lanes: Note [Appending].
func Appends(p *seg.Prog) *seg.Prog {
	if !p.Target.Squeezes() {
		return p
	}
	lens, same := lengths(p), sameScalars(p)
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		a := appendsOf(k, same)
		if a == nil {
			return k
		}
		n := *k
		a.lens = lens
		if p.Target.Lanes > 0 {
			a.width = p.Target.Lanes
		}
		n.Lanes = a.kernel()
		return &n
	})
}

// appends is what is known of a scan that goes in lanes.
type appends struct {
	k      *seg.Kernel
	i      *core.Var
	code   seg.Code    // of a point, what it computes twice left out
	vals   []core.Atom // what it counts, in terms of that
	sums   []*core.Var // stand for what the scan has at the point, with it
	defs   map[core.Atom]seg.Stm
	where  map[seg.Stm]*under
	stores []*appended
	width  int
	lens   map[*seg.Mem]core.Atom
}

// under is the branch where a statement stands, nil outside of all.
type under struct {
	cond  core.Atom
	holds bool
	up    *under
}

// appended is a store, and by which sums its places go; none for one whose lanes are side by side anyway.
type appended struct {
	s    *seg.Store
	some bool  // some lanes may store nothing
	of   []int // the sums that places have
	by   []*placed
	last bool // it is one of the last point alone
}

// placed says where some elements go: to a sum of what the scan has, the index, and numbers that are the same for all lanes, below bounds.
type placed struct {
	at     form
	bounds []core.Atom
}

// same reports whether elements go to the same places.
func (p *placed) same(q *placed) bool {
	return p.at.t == q.at.t && p.at.plus == q.at.plus && p.at.Equal(q.at.Form) && slices.Equal(p.bounds, q.bounds)
}

// appendsOf analyses a scan; nil if it does not go in lanes.
func appendsOf(k *seg.Kernel, same map[core.Atom]core.Atom) *appends {
	if k.Kind != seg.Scan || k.Back || k.After == nil || len(k.Space) != 1 || k.Op.Ops == nil || k.Op.Neutral == nil || len(k.Unread) < len(k.Outs) || slices.Contains(k.Unread, false) {
		return nil
	}
	for j, op := range k.Op.Ops {
		if t := k.Outs[j].Elem; op != prim.Add || t != prim.I64 && t != prim.I32 {
			return nil
		}
	}
	a := &appends{k: k, i: k.Space[0].I, defs: map[core.Atom]seg.Stm{}, where: map[seg.Stm]*under{}}
	b := &seg.Builder{}
	a.vals = b.Inline(k.Body, map[core.Atom]core.Atom{a.i: a.i}, k.Vals)
	at := map[core.Atom]core.Atom{k.After.At: a.i}
	for _, r := range k.After.Res {
		s := core.NewVar(r.Name, r.Type)
		at[r], a.sums = s, append(a.sums, s)
	}
	b.Inline(k.After.Body, at, nil)
	if !mergeable(b.Code) {
		return nil
	}
	m := newMerger(k, same)
	a.code = m.code(b.Code, nil)
	for j, x := range a.vals {
		a.vals[j] = m.atom(x)
	}
	if !a.learn(a.code, nil) || len(a.where) > mostAppends || !a.choose() {
		return nil
	}
	return a
}

// mergeable reports whether code is operations, accesses and branches: variables that loops set have more than one value.
func mergeable(c seg.Code) bool {
	ok := true
	seg.Walk(c, func(s seg.Stm) {
		switch s.(type) {
		case *seg.Let, *seg.Decl, *seg.Set, *seg.Select, *seg.Load, *seg.Store, *seg.If:
		default:
			ok = false
		}
	})
	return ok
}

// learn notes what binds variables and which branches there are; false if there is code that is neither a few operations nor a store.
func (a *appends) learn(c seg.Code, u *under) bool {
	for _, s := range c {
		a.where[s] = u
		switch s := s.(type) {
		case *seg.Let:
			a.defs[s.V] = s
			if s.Op.Fails || !seg.HasVector(s.Op, s.T) {
				return false
			}
		case *seg.Select:
			a.defs[s.V] = s
		case *seg.Load:
			a.defs[s.V] = s
			if s.Ordered || s.Mem.Space != seg.Device || seg.Written(a.k)[s.Mem] {
				return false
			}
		case *seg.Store:
			if s.First != nil || s.Mem.Space != seg.Device || s.Mem.Grow || s.Mem.Elem == prim.F16 {
				return false
			}
			a.stores = append(a.stores, &appended{s: s})
		case *seg.If:
			if !a.learn(s.Then, &under{s.Cond, true, u}) || !a.learn(s.Else, &under{s.Cond, false, u}) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// choose finds out how each store goes; false if one does not, or if there are none but those of the last point.
func (a *appends) choose() bool {
	each, wide := false, false
	for _, st := range a.stores {
		switch {
		case a.ofLast(st):
			st.last = true
		case a.where[st.s] == nil && a.own(st.s.At): // each lane beside the one before
			each = true
		default:
			c := &cases{appends: a, store: st}
			if !c.all() {
				return false
			}
			each = true
		}
		wide = wide || !st.last && st.s.Mem.Elem.Size() == 8
	}
	if a.width = 16; wide || !slices.ContainsFunc(a.stores, func(st *appended) bool { return st.s.Mem.Elem.Size() == 4 }) {
		a.width = 8
	}
	return each
}

// own reports whether an index is that of the point and what is the same for all.
func (a *appends) own(x seg.Index) bool {
	n := 0
	for _, t := range x {
		if t.A == core.Atom(a.i) && t.B == nil {
			n++
		} else if a.defs[t.A] != nil || t.B != nil && a.defs[t.B] != nil || t.A == core.Atom(a.i) || t.B == core.Atom(a.i) {
			return false
		}
	}
	return n == 1
}

// ofLast reports whether a store is one of a sum that the last point does: Note [Counts] of package simplify.
func (a *appends) ofLast(st *appended) bool {
	u := a.where[st.s]
	if u == nil || u.up != nil || !u.holds || len(st.s.At) != 1 || !core.IsConst(st.s.At[0].A, prim.Int(prim.I64, 0)) || st.s.At[0].B != nil {
		return false
	}
	eq, ok := a.defs[u.cond].(*seg.Let)
	if !ok || eq.Op != prim.Eq || eq.T != prim.I64 || eq.Args[0] != core.Atom(a.i) || !slices.Contains(core.Atoms(a.sums), st.s.Val) {
		return false
	}
	last, ok := a.defs[eq.Args[1]].(*seg.Let)
	return ok && last.Op == prim.Sub && last.Args[0] == a.k.Space[0].N && core.IsConst(last.Args[1], prim.Int(prim.I64, 1))
}

// storeUnder is a store that elements are appended by in a branch.
func (a *appends) storeUnder(u *under) *appended {
	for _, st := range a.stores {
		if len(st.by) > 0 && a.where[st.s] == u {
			return st
		}
	}
	return nil
}
