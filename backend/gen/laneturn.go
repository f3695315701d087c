package gen

import (
	"fmt"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Turned loops]
//
// Where lanes each go along a row of their own, a loop along the rows reads places far apart, though each row lies in
// one piece. Such a loop is turned: its vectors are W neighbouring elements of one row, and the W points take
// turns, those of the mask. A fold gets a vector of partial sums for each point; in the end these are added pairwise, even
// lanes to odd lanes, which puts the sum of each point in its lane. Updates of a shared accumulator combine the points
// first; what else their loop does goes into a loop of its own. Short rows that update an accumulator, at places of
// each point's own, are left to scalars.
// So rows go through vectors, and what is computed from the sums of W points does, too.

// turnedLoop is a loop that is turned: its body's form in lanes along the row.
type turnedLoop struct {
	*lanes
	bound core.Atom
	from  []*core.Var // what the body uses and has a value for each point
	sums  seg.Code    // the body, if all it does is adding to accumulators, at places that do not differ between points
	rest  *seg.For    // what else the loop does, in lanes for points
	short bool
}

// findTurned finds the loops that are turned.
func (l *lanes) findTurned(c seg.Code) {
	for _, s := range c {
		switch s := s.(type) {
		case *seg.If:
			l.findTurned(s.Then)
			l.findTurned(s.Else)
		case *seg.For:
			if l.of(s.Bound) == same {
				if t := l.turnUpdates(s); t != nil {
					l.turned[s] = t
					continue
				}
			}
			l.findTurned(s.Body)
		case *seg.Fold:
			if l.of(s.Bound) == same && !readsAccs(s) {
				if t := l.turnOf(s.I, s.Bound, s.Body, s, false); t != nil {
					l.turned[s] = t
				}
			}
		}
	}
}

// turnUpdates is the turned form of a loop of stores and updates; of its updates of accumulators only, if the rows are read
// again and again: then they need not be read in one piece.
func (l *lanes) turnUpdates(s *seg.For) *turnedLoop {
	sums, rest := l.parts(s)
	if !slices.ContainsFunc(sums, func(b seg.Stm) bool { x, ok := b.(*seg.Load); return ok && l.staged[x] != nil }) {
		return l.turnOf(s.I, s.Bound, s.Body, nil, false)
	}
	t := l.turnOf(s.I, s.Bound, sums, nil, true)
	if t == nil {
		return nil
	}
	t.sums = sums
	if len(rest) > 0 {
		t.rest = &seg.For{I: s.I, Bound: s.Bound, Body: rest, Par: s.Par, Elems: s.Elems}
	}
	return t
}

// parts divides a loop into updates of accumulators, at places that are the same for all points, and the rest. Nothing
// is in the first part if they cannot be divided.
func (l *lanes) parts(s *seg.For) (sums, rest seg.Code) {
	written := map[*seg.Mem]bool{}
	for _, b := range s.Body {
		switch b := b.(type) {
		case *seg.Let, *seg.Select, *seg.Load:
		case *seg.Update:
			if written[b.Mem] = true; l.shared[b.Mem] && l.index(b.At).kind == same {
				sums = append(sums, b)
			} else {
				rest = append(rest, b)
			}
		case *seg.Store:
			written[b.Mem] = true
			rest = append(rest, b)
		default:
			return nil, nil
		}
	}
	for _, b := range s.Body {
		if x, ok := b.(*seg.Load); ok && written[x.Mem] {
			return nil, nil
		}
	}
	return needed(s.Body, sums), needed(s.Body, rest)
}

// needed is the code with some of its effects and what they use.
func needed(c, effects seg.Code) (out seg.Code) {
	live := map[core.Atom]bool{}
	for _, s := range slices.Backward(c) {
		v := seg.Binds(s)
		if v != nil && live[v] || v == nil && slices.Contains(effects, s) {
			seg.Operands(s, func(a core.Atom) { live[a] = true })
			out = append(out, s)
		}
	}
	slices.Reverse(out)
	return out
}

// turnOf is the turned form of a loop, nil if it has none or would not gain by it.
func (l *lanes) turnOf(i *core.Var, bound core.Atom, body seg.Code, fold *seg.Fold, again bool) *turnedLoop {
	if i.Type.Elem != prim.I64 || len(body) > maxStrip {
		return nil
	}
	c, known := bound.(core.Const)
	t := &turnedLoop{bound: bound, lanes: &lanes{inner: true, w: l.w, shapes: map[*core.Var]shape{i: step}, own: map[*seg.Mem]bool{}, shared: map[*seg.Mem]bool{}}}
	t.short = fold == nil && known && c.Int64() < int64(2*l.w) && l.everywhere(body)
	for t.changed = true; t.changed; {
		t.changed = false
		t.code(body, false)
	}
	if !t.short && known && c.Int64() < int64(l.w) || !t.fits(body) || !l.turns(t.lanes, body, fold != nil, again) {
		return nil
	}
	if fold != nil {
		for _, a := range fold.Accs {
			if l.of(a) != each || a.Type.Elem == prim.F16 {
				return nil
			}
		}
	}
	t.from = l.outside(body, fold)
	return t
}

// everywhere tells that a body updates a shared accumulator at places that lanes have to go to one after another.
func (l *lanes) everywhere(body seg.Code) bool {
	return slices.ContainsFunc(body, func(s seg.Stm) bool {
		u, ok := s.(*seg.Update)
		return ok && l.shared[u.Mem] && l.index(u.At).kind != same && !l.index(u.At).unit()
	})
}

// turns tells that the code's accesses all follow the row, and that some of them are apart in lanes for points. With again
// they may be to rows that have a stage.
func (l *lanes) turns(t *lanes, body seg.Code, fold, again bool) bool {
	ok, gains := true, false
	access := func(m *seg.Mem, at seg.Index) {
		in, here := t.index(at), l.index(at)
		ok = ok && (in.kind == same || in.unit()) && !l.own[m]
		gains = gains || in.unit() && here.kind != same && !here.unit()
	}
	for _, s := range body {
		switch s := s.(type) {
		case *seg.Let, *seg.Select:
		case *seg.Load:
			access(s.Mem, s.At)
			ok = ok && (l.staged[s] == nil || again) && !l.shared[s.Mem] && !s.Again
		case *seg.Store:
			access(s.Mem, s.At)
			ok = ok && !fold && s.Mem.Space == seg.Device && t.index(s.At).unit()
		case *seg.Update:
			access(s.Mem, s.At)
			ok = ok && !fold && l.shared[s.Mem] && t.index(s.At).unit()
		default:
			return false
		}
	}
	return ok && gains
}

// outside lists the variables with a value for each point that a body uses and does not bind.
func (l *lanes) outside(body seg.Code, fold *seg.Fold) (out []*core.Var) {
	seen := boundIn(body)
	use := func(as ...core.Atom) {
		for _, a := range as {
			if v, ok := a.(*core.Var); ok && l.of(v) != same && !seen[a] {
				seen[a] = true
				out = append(out, v)
			}
		}
	}
	index := func(x seg.Index) {
		for _, t := range x {
			use(t.A)
			if t.B != nil {
				use(t.B)
			}
		}
	}
	for _, s := range body {
		switch s := s.(type) {
		case *seg.Let:
			use(s.Args...)
		case *seg.Select:
			use(s.Cond, s.Then, s.Else)
		case *seg.Load:
			index(s.At)
		case *seg.Store:
			index(s.At)
			use(s.Val)
		case *seg.Update:
			index(s.At)
			use(s.Val)
		}
	}
	if fold != nil {
		use(fold.Vals...)
	}
	return out
}

// turn writes a turned loop: body runs for each point, in its own lanes.
func (w *writer) turn(t *turnedLoop, body func()) {
	quiet := w.quiet
	w.turning(t, func(points func(func())) {
		points(func() {
			if _, ok := constText(w.atom(t.bound)); !ok {
				w.poll() // a row at a time
			}
			w.quiet = true
			body()
		})
	})
	w.quiet = quiet
}

// turning writes code for points that take turns: points writes a loop over them.
func (w *writer) turning(t *turnedLoop, body func(points func(func()))) {
	l, mask, tail := w.lanes, w.mask, w.tail
	names, on := map[*core.Var]string{}, ""
	if mask != "" {
		on = w.fresh("k")
		w.line("char %s[%d];", on, l.w)
		w.line("vstore%d(%s, 0, %s);", l.w, mask, on)
	}
	for _, v := range t.from {
		names[v] = w.name(v)
		w.names[v] = w.fresh("p")
		if l.of(v) == each {
			w.line("%s %s_v[%d];", ctype(v.Type.Elem), w.names[v], l.w)
			w.line("vstore%d(%s, 0, %s_v);", l.w, names[v], w.names[v])
		}
	}
	w.lanes, w.mask, w.tail = nil, "", ""
	body(func(each func()) {
		w.braces(fmt.Sprintf("for (int p = 0; p < %d; p++)", l.w), func() {
			if on != "" {
				w.line("if (!%s[p]) continue;", on)
			}
			for _, v := range t.from {
				val := w.names[v] + "_v[p]"
				if l.of(v) == step {
					val = names[v] + " + p"
				}
				w.line("const %s %s = %s;", ctype(v.Type.Elem), w.names[v], val)
			}
			each()
		})
	})
	w.lanes, w.mask, w.tail = l, mask, tail
	for v, name := range names {
		w.names[v] = name
	}
}

// turnFor writes a turned loop of updates and stores.
func (w *writer) turnFor(t *turnedLoop, s *seg.For) {
	w.braces("", func() {
		switch {
		case t.sums != nil:
			w.turning(t, func(points func(func())) { w.turnSums(t, s, points) })
		case t.short:
			w.turn(t, func() { w.forLoop(s) })
		default:
			w.turn(t, func() { w.innerFor(t.lanes, s) })
		}
	})
	if t.rest != nil {
		w.stm(t.rest)
	}
}

// turnSums adds what all points add to neighbouring elements before these are touched.
func (w *writer) turnSums(t *turnedLoop, s *seg.For, points func(func())) {
	w.innerSpace(t.lanes, s.I, s.Bound, true, func() {
		sums := map[seg.Stm]*core.Var{}
		for _, b := range t.sums {
			if u, ok := b.(*seg.Update); ok {
				v := core.NewVar("sum", core.Prim(u.Mem.Elem))
				sums[u], t.shapes[v] = v, each
				vec := vecType(u.Mem.Elem, t.w)
				w.line("%s %s = (%s)(%s);", vec, w.bind(v), vec, neutral(u.Op, u.Mem.Elem))
			}
		}
		points(func() {
			for _, b := range t.sums {
				if u, ok := b.(*seg.Update); ok {
					n := w.name(sums[u])
					w.line("%s = %s;", n, vecApply(u.Op, u.Mem.Elem, t.w, n, w.vec(u.Val)))
				} else {
					w.stm(b)
				}
			}
		})
		for _, b := range t.sums {
			if u, ok := b.(*seg.Update); ok {
				w.laneUpdate(&seg.Update{Mem: u.Mem, At: u.At, Op: u.Op, Val: sums[u]})
			}
		}
	})
}

// turnFold writes a turned fold.
func (w *writer) turnFold(t *turnedLoop, s *seg.Fold) {
	n := w.lanes.w
	w.braces("", func() {
		parts := make([]string, len(s.Accs))
		for j, a := range s.Accs {
			parts[j] = w.fresh("part")
			w.line("%s %s[%d];", vecType(a.Type.Elem, n), parts[j], n)
		}
		w.turn(t, func() {
			for j, v := range w.innerParts(t.lanes, s) {
				w.line("%s[p] = %s;", parts[j], w.name(v))
			}
		})
		for j, a := range s.Accs {
			sum := w.pairwise(parts[j], s.Ops[j], a.Type.Elem)
			w.laneSet(a, vecApply(s.Ops[j], a.Type.Elem, n, w.name(a), sum))
		}
	})
}

// pairwise combines the elements of each of W vectors by a known operator: what vector l gives is lane l of the result.
func (w *writer) pairwise(name string, op *prim.Op, t prim.Type) string {
	n := w.lanes.w
	vecs := make([]string, n)
	for l := range vecs {
		vecs[l] = fmt.Sprintf("%s[%d]", name, l)
	}
	for len(vecs) > 1 {
		var next []string
		for p := 0; p < len(vecs); p += 2 {
			h := w.fresh("h")
			half := func(part string) string {
				return fmt.Sprintf("(%s)(%s.%s, %s.%s)", vecType(t, n), vecs[p], part, vecs[p+1], part)
			}
			w.line("const %s %s = %s;", vecType(t, n), h, vecApply(op, t, n, half("even"), half("odd")))
			next = append(next, h)
		}
		vecs = next
	}
	return vecs[0]
}

// across combines the lanes of a vector by a known operator, halves first.
func (w *writer) across(lanes int, vec string, op *prim.Op, t prim.Type) string {
	for n := lanes / 2; n > 0; n /= 2 {
		from, h := w.fresh("h"), w.fresh("h")
		w.line("const %s %s = %s;", vecType(t, 2*n), from, vec)
		if n == 1 {
			w.line("const %s %s = %s;", ctype(t), h, apply(op, t, from+".lo", from+".hi"))
		} else {
			text, _ := vecText(op, t, n, []string{from + ".lo", from + ".hi"})
			w.line("const %s %s = %s;", vecType(t, n), h, text)
		}
		vec = h
	}
	return vec
}
