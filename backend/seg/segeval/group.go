package segeval

import (
	"raido/backend/seg"
)

// stage runs a stage in so many groups. The items of a group run one after the other, each until it waits at a barrier.
func (l *launch) stage(stage, groups int64) {
	l.r.count++
	for g := range groups {
		if l.r.how.Backward {
			g = groups - 1 - g
		}
		l.group(stage, g, groups)
	}
}

// group runs a group.
func (l *launch) group(stage, g, groups int64) {
	s := l.k.Form.Stages[stage]
	local := map[*seg.Mem]view{}
	for _, p := range l.k.Form.Params {
		if n := l.localLen(p); n > 0 {
			local[p.Mem] = view{block: newBlock(p.Mem.Name, p.Mem.Elem, n)}
		}
	}
	for _, m := range seg.FormMems(l.k.Form) {
		if _, ok := local[m]; !ok && m.Space == seg.Local && m.Len != nil {
			local[m] = view{block: newBlock(m.Name, m.Elem, l.r.t.elems(m))}
		}
	}
	items := make([]*item, l.size)
	for i := range items {
		t := l.thread(g, int64(i))
		for m, v := range local {
			t.mems[m] = v
		}
		l.params(t, stage, g*l.size+int64(i), groups*l.size)
		items[i] = &item{t: t, turn: make(chan bool), stopped: make(chan any)}
		go items[i].run(s.Body)
	}
	together(items)
}

// localLen is the length of a parameter in local memory, 0 of others.
func (l *launch) localLen(p seg.Param) int64 {
	switch p.Kind {
	case seg.ParamLocal:
		return l.size * int64(p.N)
	case seg.ParamLocalAcc:
		if l.r.how.LocalAccs {
			return max(l.lenOf(p.Of), 1)
		}
		return 1
	case seg.ParamLocalTile:
		return max(tileElems(max(l.side, 1)), 1)
	}
	return 0
}

// tileEach is the number of points of an item in each direction of a square.
const tileEach = 4

// tileElems is the length of an operand of a square of points, with so many items in a row.
func tileElems(side int64) int64 { return tileEach * side * (side + 1) }

// item is an item of a group, in a goroutine of its own.
type item struct {
	t       *thread
	turn    chan bool // true to go on, false to give up
	stopped chan any  // how the turn ended: atBarrier, atEnd, or what it panicked with
}

// ending is how a turn ends.
type ending int

const (
	atBarrier ending = iota
	atEnd
)

// givenUp ends an item whose group is given up.
type givenUp struct{}

func (i *item) run(c seg.Code) {
	defer func() {
		switch f := recover().(type) {
		case nil:
			i.stopped <- atEnd
		case givenUp:
		default:
			i.stopped <- f
		}
	}()
	i.next()
	i.t.wait = func() {
		i.stopped <- atBarrier
		i.next()
		i.t.who.phase++
	}
	i.t.code(c)
}

func (i *item) next() {
	if !<-i.turn {
		panic(givenUp{})
	}
}

// together runs items from barrier to barrier.
func together(items []*item) {
	live := items
	for len(live) > 0 {
		var waiting, ended []*item
		for at, i := range live {
			i.turn <- true
			switch f := (<-i.stopped).(type) {
			case ending:
				if f == atBarrier {
					waiting = append(waiting, i)
				} else {
					ended = append(ended, i)
				}
			default:
				for _, other := range append(waiting, live[at+1:]...) {
					other.turn <- false
				}
				panic(f)
			}
		}
		if len(waiting) > 0 && len(ended) > 0 {
			for _, other := range waiting {
				other.turn <- false
			}
			faultf("%d items wait at a barrier, and %d have left", len(waiting), len(ended))
		}
		live = waiting
	}
}
