package gen

import (
	"fmt"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
)

// laneControl writes loops, branches and checks whose conditions differ between lanes.
func (w *writer) laneControl(s seg.Stm) bool {
	l := w.lanes
	switch s := s.(type) {
	case *seg.For:
		if t := l.turned[s]; t != nil {
			w.turnFor(t, s)
			return true
		}
		if l.of(s.Bound) == same {
			st := w.stripOf(s)
			if st != nil {
				w.stripFor(s, st)
			}
			return st != nil
		}
		w.someFor(s.I, s.Bound, func() { w.code(s.Body) })
	case *seg.Fold:
		return w.foldLanes(s)
	case *seg.While:
		if l.of(s.Cond) == same {
			return false
		}
		w.someWhile(s)
	case *seg.If:
		if l.of(s.Cond) == same {
			return false
		}
		w.under(w.vec(s.Cond), func() { w.code(s.Then) })
		if len(s.Else) > 0 {
			w.under(fmt.Sprintf("(%s ^ (char%d)(1))", w.vec(s.Cond), l.w), func() { w.code(s.Else) })
		}
	case *seg.Check:
		return w.laneCheck(s)
	default:
		diag.Bugf("gen: no lanes for %T", s)
	}
	return true
}

// active declares the mask of a loop that lanes leave one after another.
func (w *writer) active() string {
	k := w.fresh("k")
	init := w.mask
	if init == "" {
		init = fmt.Sprintf("(char%d)(1)", w.lanes.w)
	}
	w.line("char%d %s = %s;", w.lanes.w, k, init)
	return k
}

// someFor is a loop whose bound differs between lanes.
func (w *writer) someFor(i *core.Var, bound core.Atom, body func()) {
	outer, t, n := w.mask, i.Type.Elem, w.lanes.w
	w.braces("", func() {
		k := w.active()
		x := w.bind(i)
		w.braces(fmt.Sprintf("for (%s %s = 0; ; %s++)", ctype(t), x, x), func() {
			w.poll()
			w.line("%s &= convert_char%d((%s)(%s) < %s) & (char%d)(1);", k, n, vecType(t, n), x, w.vec(bound), n)
			w.line("if (!%s) break;", w.anyLane(k))
			w.mask = k
			body()
			w.mask = outer
		})
	})
}

func (w *writer) someWhile(s *seg.While) {
	outer := w.mask
	w.braces("", func() {
		k := w.active()
		w.mask = k
		w.braces("while (1)", func() {
			w.look()
			w.code(s.CondCode)
			w.line("%s &= %s;", k, w.vec(s.Cond))
			w.line("if (!%s) break;", w.anyLane(k))
			w.code(s.Body)
		})
		w.mask = outer
	})
}

// foldLanes folds a value for each lane, in the order of the index.
func (w *writer) foldLanes(s *seg.Fold) bool {
	l := w.lanes
	if t := l.turned[s]; t != nil {
		w.turnFold(t, s)
		return true
	}
	some := false
	for _, a := range s.Accs {
		some = some || l.shapes[a] == each
	}
	if !some {
		return false
	}
	one := func() {
		w.code(s.Body)
		next := make([]string, len(s.Accs))
		for j, a := range s.Accs {
			t, op := a.Type.Elem, s.Ops[j]
			if l.shapes[a] == each {
				next[j], _ = vecText(op, t, l.w, []string{w.name(a), w.vec(s.Vals[j])})
			} else {
				next[j] = apply(s.Ops[j], t, w.name(a), w.atom(s.Vals[j]))
			}
		}
		for j, a := range s.Accs {
			if l.shapes[a] == each {
				w.laneSet(a, next[j])
			} else {
				w.line("%s = %s;", w.name(a), next[j])
			}
		}
	}
	if l.of(s.Bound) != same {
		w.someFor(s.I, s.Bound, one)
		return true
	}
	i, n := w.bind(s.I), w.atom(s.Bound)
	w.plainLoop("long", i, "0", n, loopFree(s.Body), one)
	return true
}

// laneCheck ends the kernel if the condition fails in a lane of the mask, and records the first such lane.
func (w *writer) laneCheck(s *seg.Check) bool {
	l := w.lanes
	if l.of(s.Cond) == same && w.mask == "" {
		for _, a := range s.Args {
			if l.of(a) == each {
				return w.laneFailure(s)
			}
		}
		return false
	}
	return w.laneFailure(s)
}

func (w *writer) laneFailure(s *seg.Check) bool {
	l := w.lanes
	site := w.site(s.Site)
	bad := fmt.Sprintf("(%s ^ (char%d)(1))", w.vec(s.Cond), l.w)
	if w.mask != "" {
		bad = "(" + w.mask + " & " + bad + ")"
	}
	k := w.fresh("k")
	w.line("const char%d %s = %s;", l.w, k, bad)
	w.braces("if ("+w.anyLane(k)+")", func() {
		w.line("char bad[%d];", l.w)
		w.line("vstore%d(%s, 0, bad);", l.w, k)
		w.line("int l = 0;")
		w.line("while (!bad[l]) l++;")
		w.braces(fmt.Sprintf("if (atomic_cmpxchg(fail, 0, %s) == 0)", site), func() {
			for i, a := range s.Args {
				t := a.AtomType().Elem
				val := w.atom(a)
				w.braces("", func() {
					switch l.of(a) {
					case each:
						w.line("%s a[%d];", ctype(t), l.w)
						w.line("vstore%d(%s, 0, a);", l.w, val)
						val = "a[l]"
					case step:
						val = "(" + val + " + l)"
					}
					w.line("((volatile __global long *)fail)[%d] = %s;", 2+i, bits(t, val))
				})
			}
		})
		w.line("return;")
	})
	return true
}

// reduceLanes combines the thread's points of a Reduce: lanes have results of their own, which are combined at the end.
func (w *writer) reduceLanes() {
	k, l := w.k, w.form
	parts := make([]string, len(k.Op.A))
	for j, a := range k.Op.A {
		t := a.Type.Elem
		parts[j] = w.fresh("part")
		w.line("%s %s = (%s)(%s);", vecType(t, l.w), parts[j], vecType(t, l.w), neutral(k.Op.Known[j], t))
	}
	w.space(func() {
		w.code(l.k.Body)
		for j, a := range k.Op.A {
			t := a.Type.Elem
			text, _ := vecText(k.Op.Known[j], t, l.w, []string{parts[j], w.vec(k.Vals[j])})
			if w.mask != "" {
				text = w.choose(w.mask, t, text, parts[j])
			}
			w.line("%s = %s;", parts[j], text)
		}
	}, false)
	for j, a := range k.Op.A {
		w.line("%s = %s;", w.name(a), apply(k.Op.Known[j], a.Type.Elem, w.name(a), w.across(l.w, parts[j], k.Op.Known[j], a.Type.Elem)))
	}
}
