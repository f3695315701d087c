package gen

import (
	"fmt"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Inner loops in lanes]
//
// Sequential code computes its loops in lanes, too, where all iterations of a loop are independent or are folded: W
// iterations at once. Arrays in such code are short as a rule, so what a compiler does with loops, several vectors
// at once and then one by one, serves them badly. Here the last few iterations are computed at once as well, under the
// mask of those that there are. Vectors are read whole under that mask, past the last element: every
// block has room for that (see seg.Slack). Loops around folds down the columns of a matrix are computed so, too: a lane for each
// column, where one column after the other would be read in steps.

// innerLoop is the form in lanes of a loop in sequential code, nil if it has none or would not gain by it.
func (w *writer) innerLoop(i *core.Var, bound core.Atom, body seg.Code, accs []*core.Var) *lanes {
	if !w.g.target.CPU {
		return nil
	}
	if c, ok := bound.(core.Const); ok && c.Int64() < 6 || w.lanes != nil || w.form != nil || i.Type.Elem != prim.I64 ||
		len(body) > maxStrip || !loopFree(body) && !acrossColumns(body, i) {
		return nil
	}
	l := &lanes{inner: true, shapes: map[*core.Var]shape{i: step}, own: map[*seg.Mem]bool{}, shared: map[*seg.Mem]bool{}}
	for _, a := range accs {
		l.shapes[a] = each
	}
	for l.changed = true; l.changed; {
		l.changed = false
		l.code(body, false)
	}
	l.w = l.width()
	if !l.fits(body) || l.leaks(body) || !l.packed(body) {
		return nil
	}
	l.oneText = l.maskless(body)
	return l
}

// acrossColumns tells that the only loops of a loop over i are folds in which i goes along what the fold's index steps over.
func acrossColumns(body seg.Code, i *core.Var) bool {
	for _, s := range body {
		f, ok := s.(*seg.Fold)
		if !ok {
			if !loopFree(seg.Code{s}) {
				return false
			}
			continue
		}
		along := false
		for _, b := range f.Body {
			if r, ok := b.(*seg.Load); ok && !unitIn(r.At, f.I) {
				along = along || unitIn(r.At, i)
			}
		}
		if !along || !loopFree(f.Body) || f.Bound == core.Atom(i) {
			return false
		}
	}
	return true
}

// maskless tells that lanes outside of the mask do no harm until results are stored: they read what is there, behind the end
// too, and compute something.
func (l *lanes) maskless(body seg.Code) bool {
	for _, s := range body {
		switch s := s.(type) {
		case *seg.Let, *seg.Select:
		case *seg.Load:
			if p := l.index(s.At); p.kind != same && !p.unit() {
				return false
			}
		case *seg.Store:
			if s.Mem.Space == seg.Private || !l.index(s.At).unit() {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// leaks tells that code changes what is declared outside of it, or may write to one place in several lanes.
func (l *lanes) leaks(body seg.Code) bool {
	inside, out := map[*core.Var]bool{}, false
	seg.Walk(body, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Decl:
			inside[s.V] = true
		case *seg.Set:
			out = out || !inside[s.V]
		case *seg.Store:
			out = out || l.index(s.At).kind != step
		case *seg.Update:
			out = true
		case *seg.Load:
			out = out || s.Again
		}
	})
	return out
}

// packed tells that most of the work of the code is on vectors that lie in memory as they are used: gathering them
// costs as much as computing on them saves.
func (l *lanes) packed(body seg.Code) bool {
	work, gathers := 0.0, 0.0
	times := 1.0
	look := func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Let:
			work += times * opCost(s)
		case *seg.Load:
			if p := l.index(s.At); p.kind != same && !p.unit() {
				gathers += times
			}
		case *seg.Store:
			if !l.index(s.At).unit() {
				gathers += times
			}
		case *seg.Update:
			if !l.index(s.At).unit() {
				gathers += times
			}
		}
	}
	seg.Walk(body, look)
	times = trips - 1
	for _, s := range body {
		if f, ok := s.(*seg.Fold); ok {
			seg.Walk(f.Body, look)
		}
	}
	return work > 0 && gathers*4 <= work
}

// innerFor writes a loop of independent iterations in lanes.
func (w *writer) innerFor(l *lanes, s *seg.For) {
	w.innerSpace(l, s.I, s.Bound, false, func() { w.code(s.Body) })
}

// innerSpace writes the iterations below a bound: whole vectors of them, and what is left under a mask. Where the mask would show
// only when results are stored, both are one text, since compilers take their time for each.
func (w *writer) innerSpace(l *lanes, v *core.Var, bound core.Atom, folds bool, body func()) {
	n, i := w.atom(bound), w.bind(v)
	w.lanes = l
	c, isConst := constText(n)
	whole := isConst && c%int64(l.w) == 0
	loop := func(more string, body func()) {
		w.line("long %s_l = 0;", i)
		w.braces(fmt.Sprintf("for (; %s; %s_l += %d)", more, i, l.w), func() {
			if !isConst {
				w.poll()
			}
			w.line("const long %s = %s_l;", i, i)
			body()
		})
	}
	under := func() { w.underTail(n+" - "+i, body) }
	switch {
	case whole || !l.oneText:
		loop(fmt.Sprintf("%s_l + %d <= %s", i, l.w, n), body)
		if !whole {
			w.braces(fmt.Sprintf("if (%s_l < %s)", i, n), func() {
				w.line("const long %s = %s_l;", i, i)
				under()
			})
		}
	case folds:
		loop(i+"_l < "+n, under)
	default:
		w.rest = n + " - " + i
		loop(i+"_l < "+n, body)
		w.rest = ""
	}
	w.lanes = nil
}

// innerFold writes a fold in lanes, which are combined at the end.
func (w *writer) innerFold(l *lanes, s *seg.Fold) {
	parts := w.innerParts(l, s)
	for j, a := range s.Accs {
		t := a.Type.Elem
		w.line("%s = %s;", w.name(a), apply(s.Ops[j], t, w.name(a), w.across(l.w, w.name(parts[j]), s.Ops[j], t)))
	}
}

// innerParts folds in lanes, into new variables that have a part in each lane.
func (w *writer) innerParts(l *lanes, s *seg.Fold) []*core.Var {
	parts := make([]*core.Var, len(s.Accs))
	for j, a := range s.Accs {
		t := a.Type.Elem
		parts[j] = core.NewVar(a.Name, a.Type)
		l.shapes[parts[j]] = each
		w.line("%s %s = (%s)(%s);", vecType(t, l.w), w.bind(parts[j]), vecType(t, l.w), neutral(s.Ops[j], t))
	}
	w.innerSpace(l, s.I, s.Bound, true, func() {
		w.code(s.Body)
		for j, p := range parts {
			text, _ := vecText(s.Ops[j], p.Type.Elem, l.w, []string{w.name(p), w.vec(s.Vals[j])})
			w.laneSet(p, text)
		}
	})
	return parts
}

// readsAccs tells that a fold's body reads what it folds into, which then is no mere fold.
func readsAccs(s *seg.Fold) bool {
	out := false
	seg.Walk(s.Body, func(b seg.Stm) {
		if x, ok := b.(*seg.Let); ok {
			for _, a := range x.Args {
				v, isVar := a.(*core.Var)
				out = out || isVar && slices.Contains(s.Accs, v)
			}
		}
	})
	return out
}
