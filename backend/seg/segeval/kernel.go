package segeval

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// launch is one run of a kernel.
type launch struct {
	r      *run
	k      *seg.Kernel
	points int64
	needs  map[*seg.Mem]int64        // the capacities that blocks would have needed
	given  map[*seg.Mem]view         // memories that the launch makes
	shared map[*seg.Mem]*block       // in groups: blocks of all items
	nums   map[*core.Var]prim.Scalar // numbers that are the same for all threads
	chunks int64
	items  int64 // in groups
	size   int64
	side   int64
	round  [2]int64
}

// launch runs a kernel, again as long as a block is too small.
func (r *run) launch(k *seg.Kernel) {
	points, row := int64(1), int64(0)
	for _, d := range k.Space {
		row = max(r.t.int(d.N), 0)
		points *= row
	}
	if points == 0 && k.Kind != seg.Reduce {
		return
	}
	if l := k.Lanes; l != nil && r.how.Lanes && (l.Last != nil || row >= int64(l.Width)) {
		k = l
	}
	r.place = "kernel " + k.Name + ": "
	before := map[*block][]cell{}
	for _, m := range k.Updates {
		if b := r.bufs[m]; b != nil {
			before[b] = slices.Clone(b.cells)
		}
	}
	for {
		r.count++
		l := &launch{r: r, k: k, points: points, needs: map[*seg.Mem]int64{}, given: map[*seg.Mem]view{}, shared: map[*seg.Mem]*block{}, nums: map[*core.Var]prim.Scalar{}}
		for _, m := range seg.KernelMems(k) {
			if m.Grow && m.Space == seg.Device {
				r.bufs[m] = newBlock(m.Name, m.Elem, r.roomOf(m))
			}
		}
		switch {
		case k.Form != nil:
			l.form()
		case r.how.Blocks && k.Blocks != nil:
			l.inBlocks()
		default:
			l.meaning()
		}
		if r.failed != nil {
			panic(&failure{})
		}
		if len(l.needs) == 0 {
			break
		}
		for m, n := range l.needs {
			r.rooms[m] = n
		}
		for b, cells := range before {
			copy(b.cells, cells)
		}
	}
	r.place = ""
}

// inBlocks runs a map block by block.
func (l *launch) inBlocks() {
	x := l.k.Blocks
	for i := range l.r.how.Threads {
		t := l.thread(i, 0)
		t.bind(x.Thread, scalar(prim.Int(prim.I64, i)))
		t.bind(x.Threads, scalar(prim.Int(prim.I64, l.r.how.Threads)))
		t.code(x.Body)
	}
}

// thread is a new thread, alone or in a group.
func (l *launch) thread(group, item int64) *thread {
	t := &thread{r: l.r, vars: map[*core.Var]val{}, mems: map[*seg.Mem]view{}, launch: l,
		who: access{launch: l.r.count, group: int32(group), item: int32(item), phase: 1}}
	for m, v := range l.given {
		t.mems[m] = v
	}
	for v, s := range l.nums {
		t.vars[v] = scalar(s)
	}
	return t
}

// mem is where a memory of a thread lies.
func (t *thread) mem(m *seg.Mem) view {
	if v, ok := t.mems[m]; ok {
		return v
	}
	if m.Space == seg.Device {
		return view{block: t.r.buf(m)}
	}
	if m.Space == seg.Local {
		faultf("the memory %s_%d is of no group", m.Name, m.ID)
	}
	n := t.elems(m)
	v := view{}
	if l := t.launch; l != nil && l.items > 0 && m.Space == seg.Scratch {
		if l.shared[m] == nil {
			l.shared[m] = newBlock(m.Name, m.Elem, n*l.items)
		}
		v = view{block: l.shared[m], off: int64(t.who.group)*l.size + int64(t.who.item)}
	} else {
		v.block = newBlock(m.Name, m.Elem, n)
	}
	t.mems[m] = v
	return v
}

// elems is the number of elements of a block of a thread.
func (t *thread) elems(m *seg.Mem) int64 {
	n := int64(0)
	if m.Grow {
		n = t.r.roomOf(m)
	} else {
		n = max(t.int(m.Len), 0)
	}
	return n * int64(max(m.Lanes, 1))
}

// meaning runs a kernel as it is meant: point after point, each by a thread of its own.
func (l *launch) meaning() {
	k := l.k
	for _, a := range k.Accs {
		for j, m := range a.Priv {
			v := view{block: l.r.buf(a.Dests[j]), free: true}
			l.given[m] = v
		}
		if a.Has != nil {
			l.given[a.Has] = view{block: newBlock(a.Has.Name, prim.Bool, l.r.t.int(a.Len)).fill(prim.BoolOf(true)), free: true}
		}
	}
	if k.Width > 0 && k.Kind == seg.Scan {
		l.scanned()
		return
	}
	if k.Width > 0 || len(k.Enter)+len(k.Leave) > 0 {
		l.blocks()
		return
	}
	acc := l.start()
	for i := range l.points {
		if k.Kind == seg.Map && !k.Serial && len(k.Accs) == 0 && l.r.how.Backward {
			i = l.points - 1 - i
		}
		t := l.thread(i, 0)
		if k.Serial {
			t.who.group = 0
		}
		l.place(t, i)
		if t.code(k.Body) != done {
			return
		}
		if k.Op == nil {
			continue
		}
		if acc = l.join(t, acc, t.values(k.Vals)); acc == nil || k.Kind == seg.Scan && !l.prefix(t, i, acc) {
			return
		}
	}
	l.finish(acc)
}

// start are the values with which what joins the points begins.
func (l *launch) start() []val {
	acc := l.r.t.values(l.k.Ne)
	if acc == nil {
		acc = []val{}
	}
	return acc
}

// finish stores the result of a reduction.
func (l *launch) finish(acc []val) {
	if l.k.Kind != seg.Reduce {
		return
	}
	t := l.thread(0, 0)
	for j, m := range l.k.Outs {
		t.mem(m).store(&t.who, 0, acc[j][0])
	}
}

// place gives a thread the indices of a point.
func (l *launch) place(t *thread, i int64) {
	for _, d := range slices.Backward(l.k.Space) {
		n := l.r.t.int(d.N)
		t.bind(d.I, scalar(prim.Int(d.I.Type.Elem, i%n)))
		i /= n
	}
}

// join combines values by the operator; nil if something has failed.
func (l *launch) join(of *thread, a, b []val) []val {
	op, t := l.k.Op, l.thread(int64(of.who.group), 0)
	for j := range op.A {
		t.bind(op.A[j], a[j])
		t.bind(op.B[j], b[j])
	}
	if t.code(op.Body) != done {
		return nil
	}
	return t.values(op.Res)
}

// prefix stores the results of a scan for a point, and does what comes after; false if something has failed.
func (l *launch) prefix(of *thread, i int64, acc []val) bool {
	k := l.k
	at := i
	if k.Back {
		at = l.points - 1 - i
	}
	for j, m := range k.Outs {
		if k.Unread == nil || !k.Unread[j] {
			of.mem(m).store(&of.who, at, acc[j][0])
		}
	}
	if k.After == nil {
		return true
	}
	t := l.thread(int64(of.who.group), 0)
	t.bind(k.After.At, scalar(prim.Int(prim.I64, at)))
	for j, r := range k.After.Res {
		t.bind(r, acc[j])
	}
	return t.code(k.After.Body) == done
}

// scanned runs a scan in lanes by one thread.
func (l *launch) scanned() {
	k, t := l.k, l.thread(0, 0)
	for j, x := range l.start() {
		t.bind(k.Op.A[j], x)
	}
	for at := int64(0); at < l.points; at += int64(k.Width) {
		t.bind(k.Left, scalar(prim.Int(prim.I64, min(int64(k.Width), l.points-at))))
		if l.place(t, at); t.code(k.Last) != done {
			return
		}
	}
}

// blocks runs a kernel in lanes by one thread, so many points of a row at a time.
func (l *launch) blocks() {
	k, t := l.k, l.thread(0, 0)
	acc, w := l.start(), int64(max(k.Width, 1))
	sums := k.Width > 0 && k.Kind == seg.Reduce // in the variables Op.A
	for j := range acc {
		if sums {
			t.bind(k.Op.A[j], acc[j])
		}
	}
	if t.code(k.Enter) != done {
		return
	}
	row := l.points
	if n := len(k.Space); n > 0 {
		row = l.r.t.int(k.Space[n-1].N)
	}
	for first := int64(0); first < l.points; first += row {
		for at := int64(0); at < row; at += w {
			body, from, skip := k.Body, at, int64(0)
			if left := row - at; left < w && k.Last != nil {
				body = k.Last
				t.bind(k.Left, scalar(prim.Int(prim.I64, left)))
			} else if left < w {
				if row < w {
					faultf("a row of %d points has no block of %d", row, w)
				}
				from, skip = row-w, w-left
			}
			l.place(t, first+from)
			if t.code(body) != done {
				return
			}
			if sums || k.Op == nil {
				continue
			}
			vals := t.values(k.Vals)
			for lane := skip; lane < min(w, row-from); lane++ {
				one := make([]val, len(vals))
				for j, v := range vals {
					one[j] = scalar(v.lane(int(lane)))
				}
				if acc = l.join(t, acc, one); acc == nil || k.Kind == seg.Scan && !l.prefix(t, first+from+lane, acc) {
					return
				}
			}
		}
	}
	if t.code(k.Leave) != done {
		return
	}
	if sums {
		acc = t.values(core.Atoms(k.Op.A))
	}
	l.finish(acc)
}
