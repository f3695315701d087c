package gen

import (
	"fmt"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Tails]
//
// Points that end by adding rows of numbers to shared accumulators, each to another place, gain nothing there by being
// computed in lanes: what takes one statement for one point takes one for each lane. So the last statements of
// such a kernel go point by point, after the others of all lanes. What the lanes computed is stored
// first, and read back by the points.

// tail is the last statements of a kernel in lanes, which go point by point.
type tail struct {
	code   seg.Code
	values []*core.Var // that differ between lanes, and are computed before
}

// findTail chooses the statements of the tail, none if that gains nothing.
func (l *lanes) findTail() {
	body, c := l.k.Body, &laneCost{l: l}
	if l.k.Kind != seg.Map {
		return
	}
	least, _ := c.code(body)
	least *= 0.8
	rest, points := 0.0, 0.0
	best := len(body)
	for n := len(body) - 1; n > 0; n-- {
		inLanes, single := c.stm(body[n])
		rest, points = rest+inLanes, points+single*float64(l.w)
		t := l.cut(n)
		if t == nil {
			continue
		}
		all, _ := c.code(body[:n])
		if cost := all + points + float64(len(t.values)*l.w); cost < least {
			least, best = cost, n
			l.last = t
		}
	}
	l.first = body[:best]
}

// cut is the tail from statement n on, nil if statements before are in the way: those that declare or fill what it changes,
// or keep what it reads in blocks with a copy for each lane.
func (l *lanes) cut(n int) *tail {
	t := &tail{code: l.k.Body[n:]}
	declared, blocks := map[*core.Var]bool{}, map[*seg.Mem]bool{}
	for _, s := range l.k.Body[:n] {
		if v := seg.Binds(s); v != nil {
			declared[v] = true
		}
	}
	declared[l.k.Space[len(l.k.Space)-1].I] = true
	inTheWay := func(s seg.Stm) bool {
		m := memOf(s)
		_, reads := s.(*seg.Load)
		return m != nil && blocks[m] && (l.own[m] || !reads && m.Space != seg.Device && !l.shared[m])
	}
	seg.Walk(l.k.Body[:n], func(s seg.Stm) {
		if m := memOf(s); m != nil {
			blocks[m] = true
		}
	})
	ok := true
	seg.Walk(t.code, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Set:
			ok = ok && !declared[s.V]
		case *seg.Fold:
			ok = ok && !slices.ContainsFunc(s.Accs, func(a *core.Var) bool { return declared[a] })
		}
		ok = ok && !inTheWay(s)
		seg.Operands(s, func(a core.Atom) {
			if v, isVar := a.(*core.Var); isVar && declared[v] && l.shapes[v] != same && !slices.Contains(t.values, v) {
				t.values = append(t.values, v)
			}
		})
	})
	if !ok {
		return nil
	}
	return t
}

func memOf(s seg.Stm) *seg.Mem {
	switch s := s.(type) {
	case *seg.Load:
		return s.Mem
	case *seg.Store:
		return s.Mem
	case *seg.Update:
		return s.Mem
	}
	return nil
}

// laneTail writes the tail for the first lanes, as many as count says.
func (w *writer) laneTail(l *lanes, count string) {
	if l.last == nil {
		return
	}
	lanes, mask, under := w.lanes, w.mask, w.tail
	for _, v := range l.last.values {
		n := w.name(v)
		if l.shapes[v] == step {
			w.line("const %s %s_0 = %s;", ctype(v.Type.Elem), n, n)
			continue
		}
		w.line("%s %s_l[%d];", ctype(v.Type.Elem), n, l.w)
		w.line("vstore%d(%s, 0, %s_l);", l.w, n, n)
	}
	w.lanes, w.mask, w.tail = nil, "", ""
	w.braces(fmt.Sprintf("for (int l = 0; l < %s; l++)", count), func() {
		for _, v := range l.last.values {
			n, from := w.name(v), ""
			if from = n + "_l[l]"; l.shapes[v] == step {
				from = n + "_0 + l"
			}
			w.line("const %s %s = %s;", ctype(v.Type.Elem), n, from)
		}
		w.code(l.last.code)
	})
	w.lanes, w.mask, w.tail = lanes, mask, under
}
