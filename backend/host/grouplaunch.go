package host

import (
	"math"
	"math/bits"

	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/core"
)

// groupPlan is how a launch is spread over groups.
type groupPlan struct {
	size   int64 // items of a group
	most   int64 // the largest size
	items  int64
	side   int64    // of a square group, where points are computed in squares; else 0
	stage  int      // that does all of a map
	atomic bool     // accumulators are updated atomically
	round  [2]int64 // of combining copies
}

// inGroups launches all stages of a kernel in the GPU shape.
func (l *launcher) inGroups() {
	l.chunks = 1
	l.scratch()
	l.groupSize()
	l.spread()
	if !l.squares() {
		l.rows()
	}
	l.prepare()
	defer l.release()
	launches := l.stages()
	l.build.Launched()
	l.measure(launches)
}

// groupSize is the largest size that the device, each function, the local memory and the stack allow.
func (l *launcher) groupSize() {
	n, err := l.build.Group()
	if err != nil {
		l.end(err)
	}
	n = min(n, l.e.limits.Group, l.e.facts.Group)
	if b := l.g.LocalBytes(); b > 0 {
		n = min(n, l.localLeft()/b)
	}
	if l.g.Private > 0 {
		n = min(n, l.e.limits.ItemPrivate/l.g.Private)
	}
	if l.stride > 0 {
		n = min(n, l.e.limits.ItemScratch/l.stride)
	}
	l.most = powerBelow(n)
	l.size = l.most
}

// localLeft is the local memory of a group but for what the functions declare themselves.
func (l *launcher) localLeft() int64 { return l.e.facts.Local - 64 }

// powerBelow is the largest power of two that is not above n, at least 1.
func powerBelow(n int64) int64 { return 1 << (bits.Len64(uint64(max(n, 1))) - 1) }

// spread chooses the number of items, and of groups or copies that have results of their own. It depends on the
// device and the sizes only, so that results are the same in every run.
func (l *launcher) spread() {
	units := l.e.units()
	most := units * l.e.limits.GroupsOfUnit
	each := int64(1)
	switch {
	case l.k.Kind != seg.Map:
		each = l.e.limits.ItemPoints
	case l.size > l.e.limits.FewPoints && l.points < units*l.size: // few points for many units
		l.size = max(powerBelow(2*l.points/units), l.e.limits.FewPoints)
	}
	if l.stride > 0 {
		// The capacity of blocks that grow depends on earlier runs.
		if len(l.g.Grow) > 0 && (l.k.Kind != seg.Map || len(l.k.Accs) > 0) {
			most = units
		} else {
			most = min(most, l.e.limits.ItemScratch/l.stride/l.size)
		}
	}
	groups := max(min((l.points+each*l.size-1)/(each*l.size), most), 1)
	if l.k.Serial && !l.owners() {
		groups, l.size = 1, 1
	}
	if len(l.k.Accs) > 0 {
		l.spreadAccs(groups)
		return
	}
	l.items, l.chunks = groups*l.size, groups
}

// spreadAccs chooses between atomic updates and copies, and the number of copies.
func (l *launcher) spreadAccs(groups int64) {
	if l.atomic = l.g.Atomic(); l.atomic {
		l.items, l.chunks = groups*l.size, groups
		return
	}
	bytes := int64(0)
	for _, a := range l.k.Accs {
		for _, m := range a.Priv {
			bytes += max(l.int(a.Len), 0) * int64(m.Elem.Size())
		}
	}
	l.size = min(l.size, 32)
	room := min(l.e.limits.ItemCopies, l.e.facts.Largest/4)
	n := powerBelow(min(l.copies(bytes), groups*l.size, max(room/max(bytes, 1), 1)))
	l.size = min(l.size, n)
	l.items, l.chunks = n, n
}

// copies is the best number of copies of accumulators of so many bytes: n of them take points/n waits for
// memory to fill and n*bytes to combine.
func (l *launcher) copies(bytes int64) int64 {
	return max(int64(math.Sqrt(float64(l.points)*float64(l.e.limits.WaitBytes)/float64(max(bytes, 1)))), 1)
}

// owners reports whether the points of a serial kernel run in parallel; see Note [Owners] in backend/group. A Map that is
// serial has no accumulators.
func (l *launcher) owners() bool { return len(l.g.Stages) > 1 && l.points < math.MaxInt32 }

// noOwners is a buffer with an owner for each element of m, so far none.
func (l *launcher) noOwners(m *seg.Mem) *buffer {
	if !l.owners() {
		return l.temp(4)
	}
	n := max(l.buf(m).Bytes/int64(m.Elem.Size()), 1) * 4
	b := l.temp(n)
	l.commanded(l.e.dev.Fill(b.Block, 0, n, make([]byte, 4)))
	return b
}

// squares spreads a map over square groups, if it has that form, its points fill squares and local memory suffices.
func (l *launcher) squares() bool {
	side := powerBelow(int64(math.Sqrt(float64(l.most))))
	bytes := l.g.SquareBytes(side)
	if l.g.Squares == 0 || bytes+l.g.LocalBytes()*side*side > l.localLeft() {
		return false
	}
	d := len(l.k.Space)
	width, ni, nj := plan.SquareWidth(side), l.int(l.k.Space[d-2].N), l.int(l.k.Space[d-1].N)
	if ni < width/2 || nj < width/2 {
		return false
	}
	count := (ni + width - 1) / width * ((nj + width - 1) / width) * (l.points / (ni * nj))
	l.side, l.size = side, side*side
	l.chunks = min(count, l.e.units()*l.e.limits.GroupsOfUnit)
	l.items = l.chunks * l.size
	l.stage = l.g.Squares
	return true
}

// rows gives each point a group, if the map has that form, its folds are long enough for a small group, and there
// are not points enough to keep the device busy, or they are far apart in memory.
func (l *launcher) rows() {
	r := l.g.Rows
	if r == nil {
		return
	}
	if v, ok := r.Bound.(*core.Var); ok && !l.knows(v) { // the kernel computes it
		return
	}
	bound, busy := l.int(r.Bound), l.e.units()*l.e.limits.GroupsOfUnit*l.most
	if bound < min(l.e.limits.RowFold, 2*l.most) || !r.AlongK && l.points >= busy {
		return
	}
	l.size = min(l.most, max(powerBelow(bound/2), powerBelow(l.e.limits.RowFold)))
	l.chunks = min(l.points, max(busy/l.size, 1))
	if l.stride > 0 {
		l.chunks = max(min(l.chunks, l.e.limits.ItemScratch/l.stride/l.size), 1)
	}
	l.items = l.chunks * l.size
	l.stage = r.Stage
}

// localAcc is the local memory for an accumulator, where it is used.
func (l *launcher) localAcc(m *seg.Mem) int64 {
	if n := max(l.int(m.Len), 1); l.localAccs() {
		return n * int64(m.Elem.Size())
	}
	return int64(m.Elem.Size())
}

// localAccs reports whether the accumulators fit into local memory, and whether there are enough points for each group.
func (l *launcher) localAccs() bool {
	bytes, elems := int64(0), int64(0)
	for _, a := range l.k.Accs {
		n := max(l.int(a.Len), 0)
		elems += n
		for _, m := range a.Priv {
			bytes += (n + 8) * int64(m.Elem.Size())
		}
	}
	return l.atomic && bytes <= l.localLeft()/2 && elems*l.chunks <= 4*l.points
}

// stages launches the stages and counts them.
func (l *launcher) stages() int {
	launches := 0
	launch := func(stage int, items, size int64) {
		l.start(stage, int32(stage), items, size)
		launches++
	}
	switch {
	case l.k.Kind == seg.Reduce:
		launch(0, l.items, l.size)
		if l.chunks > 1 {
			launch(1, l.size, l.size)
		}
	case l.k.Kind == seg.Scan:
		if l.chunks > 1 {
			launch(0, l.items, l.size)
			launch(1, l.size, l.size)
		}
		launch(2, l.items, l.size)
	case l.k.Serial && l.owners():
		launch(0, l.items, l.size)
		launch(1, l.items, l.size)
	case l.k.Serial:
		launch(len(l.g.Stages)-1, l.items, l.size)
	case len(l.k.Accs) == 0:
		launch(l.stage, l.items, l.size)
	case l.localAccs():
		launch(plan.AccLocal, l.items, l.size)
	case l.atomic:
		launch(plan.AccGlobal, l.items, l.size)
	default:
		l.onCopies(launch)
	}
	return launches
}

// onCopies gives each item a copy of the accumulators, and combines them.
func (l *launcher) onCopies(launch func(stage int, items, size int64)) {
	longest := int64(1)
	for _, a := range l.k.Accs {
		longest = max(longest, l.int(a.Len))
	}
	// The operator may need blocks of its items.
	spread := func(n int64) (items, size int64) {
		if l.stride > 0 {
			return l.items, l.size
		}
		size = l.most
		return size * max(min((n+size-1)/size, l.e.units()*l.e.limits.GroupsOfUnit), 1), size
	}
	if l.chunks > 1 {
		items, size := spread(longest * l.chunks)
		launch(plan.AccInit, items, size)
	}
	launch(plan.AccCopies, l.items, l.size)
	l.round = [2]int64{l.chunks, 1}
	for l.chunks > 1 && l.round[0] > 0 {
		left := (l.round[0] + l.e.limits.CopiesOfItem - 1) / l.e.limits.CopiesOfItem
		items, size := spread(longest * left)
		launch(plan.AccCombine, items, size)
		if left == 1 {
			return
		}
		l.round = [2]int64{left, l.round[1] * l.e.limits.CopiesOfItem}
	}
}
