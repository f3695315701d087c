package gen

import (
	"fmt"
	"slices"
	"strings"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// laneSpace writes the points lo..hi of the innermost dimension: blocks of W in lanes, and a last one under a mask, or of
// points some of which were computed before or are another thread's; see Note [Rows computed twice].
func (w *writer) laneSpace(l *lanes, i, lo, hi string, body func()) {
	w.line("long %s_l = %s;", i, lo)
	w.lanes = l
	if l.twice {
		w.wholeRows(l, i, hi, body)
		return
	}
	w.braces(fmt.Sprintf("for (; %s_l + %d <= %s; %s_l += %d)", i, l.w, hi, i, l.w), func() {
		w.poll()
		w.line("const long %s = %s_l;", i, i)
		w.writeStages()
		body()
		w.laneTail(l, fmt.Sprint(l.w))
	})
	w.braces(fmt.Sprintf("if (%s_l < %s)", i, hi), func() {
		w.line("const long %s = %s_l;", i, i)
		w.underTail(hi+" - "+i, func() {
			w.writeStages()
			body()
			w.laneTail(l, hi+" - "+i+"_l")
		})
	})
	w.lanes = nil
}

// underTail writes code that only the first lanes run, as many as left says. What the others compute is never
// seen: their variables and copies of blocks may hold anything.
func (w *writer) underTail(left string, body func()) {
	n := w.lanes.w
	w.tail = w.fresh("k")
	w.mask = w.tail
	w.line("const char%d %s = convert_char%d((long%d)(%s) < (long%d)(%s)) & (char%d)(1);", n, w.tail, n, n, count(n), n, left, n)
	body()
	w.mask, w.tail = "", ""
}

// writeStages copies the rows that the lanes read again and again; see Note [Stages].
func (w *writer) writeStages() {
	l := w.lanes
	for _, st := range l.stages {
		w.braces("", func() {
			w.line("const long at = %s;", w.index(st.at))
			w.line("const long by = %s;", w.stride(l.index(st.at)))
			from, to := w.mem(st.mem), w.mem(st.copy)
			places := make([]string, l.w)
			for k := range places {
				off := fmt.Sprintf("%d*by", k)
				if w.mask != "" {
					off = fmt.Sprintf("(%s ? %s : 0)", lane(w.mask, k), off)
				}
				w.line("const long at%d = at + %s;", k, off)
				places[k] = fmt.Sprintf("%s[at%d + j]", from, k)
			}
			w.braces(fmt.Sprintf("for (long j = 0; j < %s; j++)", w.atom(st.n)), func() {
				// not by vecAt: LLVM would make it a gather, which is slower than a load for each lane
				w.line("vstore%d((%s)(%s), j, %s);", l.w, vecType(st.mem.Elem, l.w), strings.Join(places, ", "), to)
			})
		})
	}
}

// stride is the distance of the places of neighbouring lanes.
func (w *writer) stride(p place) string { return strings.Join(w.atoms(p.by), " + ") }

// vecAt is the vector of the elements of a block from a place on. PoCL's vloadN and vstoreN are made of halves, which LLVM
// puts together only where no arithmetic comes between.
func (w *writer) vecAt(m *seg.Mem, lanes int, at string) string {
	t := m.Elem
	switch t {
	case prim.Bool:
		t = prim.I8
	case prim.F16:
		t = prim.U16
	}
	return fmt.Sprintf("*(%srd_near_%sx%d *)(%s + (%s))", space(m), t, lanes, w.mem(m), at)
}

// vec is an atom as a vector.
func (w *writer) vec(a core.Atom) string {
	t := vecType(a.AtomType().Elem, w.lanes.w)
	switch w.lanes.of(a) {
	case each:
		return w.atom(a)
	case step:
		return fmt.Sprintf("((%s)(%s) + (%s)(%s))", t, w.atom(a), t, count(w.lanes.w))
	}
	return fmt.Sprintf("((%s)(%s))", t, w.atom(a))
}

func count(n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(i)
	}
	return strings.Join(out, ", ")
}

// lane is component k of a vector.
func lane(v string, k int) string { return fmt.Sprintf("%s.s%x", v, k) }

// fresh is a new name.
func (w *writer) fresh(kind string) string {
	w.count++
	return fmt.Sprintf("%s%d", kind, w.count)
}

func (w *writer) choose(mask string, t prim.Type, yes, no string) string {
	return vecSelect(t, w.lanes.w, mask, yes, no)
}

func (w *writer) anyLane(mask string) string {
	return fmt.Sprintf("%s(%s)", anyFunc(prim.I8, w.lanes.w), mask)
}

// under writes code under one more condition, a vector of bools; nothing if no lane is left.
func (w *writer) under(cond string, f func()) {
	outer := w.mask
	if outer != "" {
		cond = "(" + outer + " & " + cond + ")"
	}
	k := w.fresh("k")
	w.braces("", func() {
		w.line("const char%d %s = %s;", w.lanes.w, k, cond)
		w.braces("if ("+w.anyLane(k)+")", func() {
			w.mask = k
			f()
			w.mask = outer
		})
	})
}

// laneStm writes a statement that concerns what differs between lanes; false leaves it to the plain form.
func (w *writer) laneStm(s seg.Stm) bool {
	l := w.lanes
	switch s := s.(type) {
	case *seg.Let:
		if l.shapes[s.V] != each {
			return false
		}
		w.laneLet(s)
	case *seg.Decl:
		if l.shapes[s.V] != each {
			return false
		}
		w.line("%s %s = %s;", vecType(s.V.Type.Elem, l.w), w.bind(s.V), w.vec(s.Init))
		w.masks[s.V] = w.mask
	case *seg.Set:
		if l.shapes[s.V] != each {
			return false
		}
		w.laneSet(s.V, w.vec(s.Val))
	case *seg.Select:
		if l.shapes[s.V] != each {
			return false
		}
		t := s.V.Type.Elem
		yes, no := w.vec(s.Then), w.vec(s.Else)
		text := fmt.Sprintf("(%s ? %s : %s)", w.atom(s.Cond), yes, no)
		if l.of(s.Cond) != same {
			text = w.choose(w.vec(s.Cond), t, yes, no)
		}
		w.line("const %s %s = %s;", vecType(t, l.w), w.bind(s.V), text)
	case *seg.Load:
		if l.shapes[s.V] != each {
			return false
		}
		w.laneLoad(s)
	case *seg.Store:
		return w.laneStore(s)
	case *seg.Update:
		return w.laneUpdate(s)
	default:
		return w.laneControl(s)
	}
	return true
}

func (w *writer) laneLet(s *seg.Let) {
	args := make([]string, len(s.Args))
	for i, a := range s.Args {
		args[i] = w.vec(a)
	}
	text, _ := vecText(s.Op, s.T, w.lanes.w, args)
	w.line("const %s %s = %s;", vecType(s.V.Type.Elem, w.lanes.w), w.bind(s.V), text)
}

// laneSet changes a variable in the lanes of the mask. One that was declared under the mask has no other lanes.
func (w *writer) laneSet(v *core.Var, val string) {
	if w.mask != "" && w.masks[v] != w.mask {
		val = w.choose(w.mask, v.Type.Elem, val, w.name(v))
	}
	w.line("%s = %s;", w.name(v), val)
}

// places are the texts of the indices of all lanes, after declarations that they need. Lanes outside of the mask
// are at 0.
func (w *writer) places(m *seg.Mem, at seg.Index) []string {
	l := w.lanes
	p := l.index(at)
	out := make([]string, l.w)
	name := w.fresh("at")
	if p.kind == each {
		w.line("const long%d %s = %s;", l.w, name, w.vecIndex(at))
	} else {
		w.line("const long %s = %s;", name, w.index(at))
		if p.kind == step && !p.unit() {
			w.line("const long %s_by = %s;", name, w.stride(p))
		}
	}
	for k := range out {
		switch {
		case p.kind == each:
			out[k] = lane(name, k)
		case p.unit():
			out[k] = fmt.Sprintf("%s + %d", name, k)
		case p.kind == step:
			out[k] = fmt.Sprintf("%s + %d*%s_by", name, k, name)
		default:
			out[k] = name
		}
		if l.own[m] {
			out[k] = fmt.Sprintf("(%s)*%d + %d", out[k], l.w, k)
		}
	}
	return out
}

func (w *writer) vecIndex(x seg.Index) string {
	parts := make([]string, len(x))
	for i, t := range x {
		parts[i] = w.vec(t.A)
		if t.B != nil {
			parts[i] += "*" + w.vec(t.B)
		}
	}
	return strings.Join(parts, " + ")
}

// sideBySide tells that the lanes' elements of an access lie side by side, and where.
func (w *writer) sideBySide(m *seg.Mem, at seg.Index, read bool) (text string, ok bool) {
	l := w.lanes
	p := l.index(at)
	switch {
	case l.own[m] && p.kind == same:
		return fmt.Sprintf("(%s)*%d", w.index(at), l.w), true
	case !l.own[m] && p.unit() && (w.mask == "" || read && w.mask == w.tail):
		return w.index(at), true
	}
	return "", false
}

func (w *writer) laneLoad(s *seg.Load) {
	l := w.lanes
	t := vecType(s.V.Type.Elem, l.w)
	if st := l.staged[s]; st != nil {
		for _, term := range s.At {
			if !slices.Contains(st.at, term) {
				w.line("const %s %s = %s;", t, w.bind(s.V), w.vecAt(st.copy, l.w, fmt.Sprintf("%s*%d", w.atom(term.A), l.w)))
				return
			}
		}
	}
	if at, ok := w.sideBySide(s.Mem, s.At, true); ok {
		w.line("const %s %s = %s;", t, w.bind(s.V), w.vecAt(s.Mem, l.w, at))
		return
	}
	if text := w.row(s.Mem, s.At); text == "" {
		w.line("const %s %s = %s;", t, w.bind(s.V), w.gather(s))
	} else if w.mask == "" {
		w.line("const %s %s = %s;", t, w.bind(s.V), text)
	} else {
		v := w.bind(s.V)
		w.line("%s %s;", t, v)
		w.braces(fmt.Sprintf("if (!%s)", w.anyLane(fmt.Sprintf("%s ^ (char%d)(1)", w.mask, l.w))), func() { w.line("%s = %s;", v, text) })
		w.braces("else", func() { w.line("%s = %s;", v, w.gather(s)) })
	}
}

// row reads the elements of all lanes at once, if they lie side by side, forwards or backwards; else it is empty.
func (w *writer) row(m *seg.Mem, at seg.Index) string {
	l := w.lanes
	p := l.index(at)
	switch {
	case l.own[m] || p.kind != step || len(p.by) != 1:
	case p.unit():
		return w.vecAt(m, l.w, w.index(at))
	case isBack(p.by[0]):
		return fmt.Sprintf("(%s).s%s", w.vecAt(m, l.w, fmt.Sprintf("%s - %d", w.index(at), l.w-1)), "fedcba9876543210"[16-l.w:])
	}
	return ""
}

func isBack(by core.Atom) bool { return core.IsConst(by, prim.Int(prim.I64, -1)) }

// gather reads the elements of the lanes of the mask, and element 0 for others.
func (w *writer) gather(s *seg.Load) string {
	places := w.places(s.Mem, s.At)
	for k, p := range places {
		if w.mask != "" {
			p = fmt.Sprintf("%s ? %s : 0", lane(w.mask, k), p)
		}
		places[k] = fmt.Sprintf("%s[%s]", w.mem(s.Mem), p)
	}
	return fmt.Sprintf("(%s)(%s)", vecType(s.V.Type.Elem, w.lanes.w), strings.Join(places, ", "))
}

// eachLane writes a statement for each lane of the mask.
func (w *writer) eachLane(f func(k int) string) {
	for k := range w.lanes.w {
		if w.mask != "" {
			w.line("if (%s) %s", lane(w.mask, k), f(k))
		} else {
			w.line("%s", f(k))
		}
	}
}

func (w *writer) laneStore(s *seg.Store) bool {
	l := w.lanes
	if !l.own[s.Mem] && l.index(s.At).kind == same {
		return false
	}
	m, t := w.mem(s.Mem), s.Mem.Elem
	w.braces("", func() {
		w.line("const %s val = %s;", vecType(t, l.w), w.vec(s.Val))
		if at, ok := w.sideBySide(s.Mem, s.At, false); ok {
			val := "val"
			w.line("const long at = %s;", at)
			if w.mask != w.tail {
				val = w.choose(w.mask, t, val, w.vecAt(s.Mem, l.w, "at"))
			}
			w.storeRow(s.Mem, val)
			return
		}
		places := w.places(s.Mem, s.At)
		w.eachLane(func(k int) string { return fmt.Sprintf("%s[%s] = %s;", m, places[k], lane("val", k)) })
	})
	return true
}

// laneUpdate combines values into memory.
func (w *writer) laneUpdate(s *seg.Update) bool {
	l := w.lanes
	p := l.index(s.At)
	if !l.own[s.Mem] && !l.shared[s.Mem] && p.kind == same {
		return false
	}
	mem, copied := s.Mem, false
	if c := l.copies[mem]; c != nil && !p.unit() {
		mem, copied = c, true
	}
	m, t := w.mem(mem), mem.Elem
	w.braces("", func() {
		w.line("const %s val = %s;", vecType(t, l.w), w.vec(s.Val))
		if at, ok := w.sideBySide(mem, s.At, false); ok {
			w.line("const long at = %s;", at)
			w.line("const %s old = %s;", vecType(t, l.w), w.vecAt(mem, l.w, "at"))
			val, _ := vecText(s.Op, t, l.w, []string{"old", "val"})
			if w.mask != w.tail || copied && w.mask != "" {
				val = w.choose(w.mask, t, val, "old")
			}
			w.line("%s = %s;", w.vecAt(mem, l.w, "at"), val)
			return
		}
		if p.kind == same {
			val := "val"
			if w.mask != "" {
				val = w.choose(w.mask, t, val, fmt.Sprintf("(%s)(%s)", vecType(t, l.w), neutral(s.Op, t)))
			}
			sum := w.across(l.w, val, s.Op, t)
			w.line("const long at = %s;", w.index(s.At))
			w.line("const %s old = %s[at];", ctype(t), m)
			w.line("%s[at] = %s;", m, apply(s.Op, t, "old", sum))
			return
		}
		places := w.places(mem, s.At)
		w.eachLane(func(k int) string {
			return fmt.Sprintf("{ const %s old = %s[%s]; %s[%s] = %s; }", ctype(t), m, places[k], m, places[k], apply(s.Op, t, "old", lane("val", k)))
		})
	})
	return true
}
