package segeval

import (
	"math"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// form runs the stages of a kernel's form.
func (l *launch) form() {
	if l.k.Form.Groups {
		l.groups()
		return
	}
	l.chunks = min(l.r.how.Threads, max(l.points, 1))
	if l.k.Kind == seg.Task || l.k.Serial {
		l.chunks = 1
	}
	l.prepare()
	for _, stage := range l.k.Stages(l.chunks, l.r.how.Alone && l.k.Rounds()) {
		threads := l.chunks
		if l.k.Once(stage) {
			threads = 1
		}
		l.r.count++
		for i := range threads {
			if l.r.how.Backward {
				i = threads - 1 - i
			}
			t := l.thread(i, 0)
			l.params(t, stage, i, threads)
			t.code(l.k.Form.Stages[0].Body)
		}
	}
}

// prepare makes the memories that all threads share.
func (l *launch) prepare() {
	for _, p := range l.k.Form.Params {
		n := int64(1)
		switch p.Kind {
		case seg.ParamPartial:
			n = l.chunks
		case seg.ParamCopies:
			copies := l.chunks
			if !l.k.Form.Groups {
				copies-- // the first thread works in the destination
			}
			n = copies * l.lenOf(p.Of)
		case seg.ParamOwner:
			l.given[p.Mem] = view{block: newBlock(p.Mem.Name, p.Mem.Elem, int64(len(l.r.buf(p.Of).cells))).fill(prim.Zero(p.Mem.Elem))}
			continue
		default:
			continue
		}
		l.given[p.Mem] = view{block: newBlock(p.Mem.Name, p.Mem.Elem, n)}
	}
}

// lenOf is the length of an accumulator.
func (l *launch) lenOf(m *seg.Mem) int64 {
	for _, a := range l.k.Accs {
		for j := range a.Priv {
			if m == a.Priv[j] || m == a.Dests[j] || m == a.Has {
				return l.r.t.int(a.Len)
			}
		}
	}
	faultf("%s_%d is no accumulator", m.Name, m.ID)
	return 0
}

// params gives a thread the numbers of a launch.
func (l *launch) params(t *thread, stage, thread, threads int64) {
	size := max(l.size, 1)
	n := map[seg.ParamKind]int64{seg.ParamStage: stage, seg.ParamChunks: l.chunks, seg.ParamThread: thread, seg.ParamThreads: threads,
		seg.ParamItems: l.items, seg.ParamItem: thread % size, seg.ParamGroupSize: size, seg.ParamGroup: thread / size, seg.ParamLive: l.round[0],
		seg.ParamStep: l.round[1], seg.ParamSide: max(l.side, 1)}
	if l.r.failed != nil {
		n[seg.ParamHalt] = 1
	}
	for _, p := range l.k.Form.Params {
		if p.V != nil {
			t.bind(p.V, scalar(prim.Convert(prim.Int(prim.I64, n[p.Kind]), p.V.Type.Elem)))
		}
	}
}

// The stages of a map with accumulators in groups.
const (
	accInit = iota
	accCopies
	accCombine
	accLocal
	accGlobal
)

// groups runs the stages of a form in groups, as a launch of the GPU shape does.
func (l *launch) groups() {
	k, f, how := l.k, l.k.Form, l.r.how
	l.chunks, l.size = how.Threads, how.GroupSize
	stage := int64(0)
	switch {
	case k.Serial && len(f.Stages) == 1:
		l.chunks, l.size = 1, 1
	case f.Squares > 0 && how.Squares:
		l.side = int64(math.Sqrt(float64(l.size)))
		l.size = l.side * l.side
		stage = int64(f.Squares)
	case f.Rows != nil && how.Rows && l.known(f.Rows.Bound):
		stage = int64(f.Rows.Stage)
	}
	l.items = l.chunks * l.size
	atomic := len(k.Accs) > 0 && len(f.Stages) > accLocal && (how.Atomic || how.LocalAccs)
	if len(k.Accs) > 0 && !atomic {
		l.chunks = l.items // a copy for each item
	}
	l.prepare()
	groups := l.items / l.size
	switch {
	case k.Kind == seg.Reduce:
		if l.stage(0, groups); groups > 1 {
			l.stage(1, 1)
		}
	case k.Kind == seg.Scan:
		if groups > 1 {
			l.stage(0, groups)
			l.stage(1, 1)
		}
		l.stage(2, groups)
	case k.Serial && len(f.Stages) > 1:
		l.stage(0, groups)
		l.stage(1, groups)
	case len(k.Accs) == 0:
		l.stage(stage, groups)
	case atomic && how.LocalAccs:
		l.stage(accLocal, groups)
	case atomic:
		l.stage(accGlobal, groups)
	default:
		l.onCopies(groups)
	}
}

// known reports whether the host knows a number.
func (l *launch) known(a core.Atom) bool {
	v, ok := a.(*core.Var)
	_, has := l.r.scalars[v]
	return !ok || has
}

// onCopies gives each item a copy of the accumulators, and combines them.
func (l *launch) onCopies(groups int64) {
	if l.chunks > 1 {
		l.stage(accInit, groups)
	}
	l.stage(accCopies, groups)
	l.round = [2]int64{l.chunks, 1}
	for l.chunks > 1 && l.round[0] > 0 {
		left := (l.round[0] + l.r.how.Combine - 1) / l.r.how.Combine
		l.stage(accCombine, groups)
		if left == 1 {
			return
		}
		l.round = [2]int64{left, l.round[1] * l.r.how.Combine}
	}
}
