package gen

import (
	"fmt"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// width is the number of points in a row of a tile.
func (t *tile) width() int {
	if t.alongK {
		return t.columns
	}
	return t.columns * t.lanes
}

// tileSpace writes the tile form where there are points enough for it, and the plain form for the others.
func (w *writer) tileSpace(t *tile, plain func()) {
	dims := w.k.Space
	n := len(dims)
	ni, outer := "1L", "1L"
	if n > 1 {
		ni = w.atom(dims[n-2].N)
		for _, d := range dims[:n-2] {
			outer += " * " + w.atom(d.N)
		}
	}
	w.line("const long ni = %s, nj = %s;", ni, w.atom(dims[n-1].N))
	if t.alongK {
		w.braces(fmt.Sprintf("if (nj < %d || ni < %d)", t.width(), t.rows), plain)
	} else {
		least := t
		if n > 1 {
			least = t.narrow()
		}
		few := fmt.Sprintf("nj < %d", least.width())
		if n > 1 {
			few += fmt.Sprintf(" || nj < %d && ni < %d", t.width(), least.rows)
		}
		w.braces("if ("+few+")", plain)
		if n > 1 {
			w.braces(fmt.Sprintf("else if (nj < %d)", t.width()), func() { w.tiles(least, outer, false) })
		}
	}
	w.braces("else", func() { w.tiles(t, outer, true) })
}

// tiles writes the tiles of a thread: blocks of them one below the other; few says that there may be fewer rows than
// a tile has.
func (w *writer) tiles(t *tile, outer string, few bool) {
	dims := w.k.Space
	n := len(dims)
	packed := t.packed(w.k)
	block := blockTiles
	if len(packed) == 0 {
		block = 1
	}
	w.line("const long high = ni < %d ? 1 : %d;", t.rows, t.rows)
	w.line("const long ti = (ni + high - 1) / high, tj = (nj + %d) / %d, tb = (ti + %d) / %d;", t.width()-1, t.width(), block-1, block)
	w.chunk("tb * tj * " + outer)
	w.braces("for (long u = lo; u < hi; u++)", func() {
		w.line(poll)
		w.line("const long first = u %% tb * %d, last = min(first + %d, ti);", block, block)
		w.line("const long j0 = min(u / tb %% tj * %d, nj - %d);", t.width(), t.width())
		w.line("long q = u / tb / tj;")
		for d := n - 3; d >= 0; d-- {
			n := w.atom(dims[d].N)
			w.line("const long %s = q %% %s;", w.bind(dims[d].I), n)
			w.line("q /= %s;", n)
		}
		each := func(high int, f func()) {
			w.braces("for (long x = first; x < last; x++)", func() {
				w.line("const long i0 = min(x * %d, ni - %d);", high, high)
				f()
			})
		}
		switch {
		case t.alongK:
			each(t.rows, func() { w.tileAlongK(t) })
		case t.rows == 1:
			each(1, func() { w.tileAlongJ(t, 1) })
		default:
			if few {
				w.braces("if (high == 1)", func() { each(1, func() { w.tileAlongJ(t, 1) }) })
				w.line("else")
			}
			w.braces("", func() {
				if len(packed) > 0 {
					w.tileBlock(t, packed, each)
				} else {
					each(t.rows, func() { w.tileAlongJ(t, t.rows) })
				}
			})
		}
	})
}

func tileAcc(a, r, c int) string { return fmt.Sprintf("t%d_%d_%d", a, r, c) }

// eachOf writes a block for each vector or point of a tile.
func (w *writer) eachOf(t *tile, rows int, f func(r, c int)) {
	n := len(w.k.Space)
	step := t.width() / t.columns
	for r := range rows {
		for c := range t.columns {
			w.braces("", func() {
				if n > 1 {
					w.line("const long %s = i0 + %d;", w.bind(w.k.Space[n-2].I), r)
				}
				w.line("const long %s = j0 + %d;", w.bind(w.k.Space[n-1].I), c*step)
				f(r, c)
			})
		}
	}
}

// tileAccs declares the accumulators of a tile.
func (w *writer) tileAccs(t *tile, rows int, init func(a int) string) {
	for a := range t.fold.Accs {
		for r := range rows {
			for c := range t.columns {
				w.line("%s %s = %s;", t.vec, tileAcc(a, r, c), init(a))
			}
		}
	}
}

// tileStep combines the values at one place of the axis k into the accumulators.
func (w *writer) tileStep(t *tile, r, c int) {
	w.laneCode(t, slices.DeleteFunc(slices.Clone(t.fold.Body), func(s seg.Stm) bool { return slices.Contains(t.terms, s) }))
	for a, x := range t.fold.Vals {
		name := tileAcc(a, r, c)
		if m, ok := t.terms[a].(*seg.Let); ok {
			w.line("%s = fma(%s, %s, %s);", name, w.splat(m.Args[0], t.vec), w.splat(m.Args[1], t.vec), name)
			continue
		}
		w.line("%s = %s;", name, apply(t.fold.Ops[a], t.elem, name, w.splat(x, t.vec)))
	}
}

// first is what an accumulator of the fold starts with.
func (t *tile) first(acc *core.Var) core.Atom {
	for _, s := range t.pre {
		if d, ok := s.(*seg.Decl); ok && d.V == acc {
			return d.Init
		}
	}
	return core.Zero(t.elem)
}

// tileFirst declares the accumulators of a tile along j with what they start with.
func (w *writer) tileFirst(t *tile, rows int) {
	w.tileAccs(t, rows, func(int) string { return "0" })
	w.eachOf(t, rows, func(r, c int) {
		w.laneCode(t, t.pre)
		for a, x := range t.fold.Accs {
			w.line("%s = %s;", tileAcc(a, r, c), w.splat(t.first(x), t.vec))
		}
	})
}

// tileAlongJ computes one tile of vectors along j.
func (w *writer) tileAlongJ(t *tile, rows int) {
	w.tileFirst(t, rows)
	n, k := w.atom(t.fold.Bound), w.bind(t.fold.I)
	w.braces(fmt.Sprintf("for (long %s = 0; %s < %s; %s++)", k, k, n, k), func() {
		w.eachOf(t, rows, func(r, c int) {
			w.laneCode(t, t.pre)
			w.tileStep(t, r, c)
		})
	})
	w.tileEnd(t, rows)
}

// tileEnd writes what follows the fold.
func (w *writer) tileEnd(t *tile, rows int) {
	w.eachOf(t, rows, func(r, c int) {
		w.laneCode(t, t.pre)
		for a, x := range t.fold.Accs {
			w.line("const %s %s = %s;", t.vec, w.bind(x), tileAcc(a, r, c))
		}
		w.laneCode(t, t.post)
	})
}

// tileAlongK computes one tile of points with vectors along k. What is left of k follows one by one.
func (w *writer) tileAlongK(t *tile) {
	w.tileAccs(t, t.rows, func(a int) string {
		return fmt.Sprintf("(%s)(%s)", t.vec, neutral(t.fold.Ops[a], t.elem))
	})
	n, k := w.atom(t.fold.Bound), w.bind(t.fold.I)
	w.line("long k0 = 0;")
	w.braces(fmt.Sprintf("for (; k0 <= %s - %d; k0 += %d)", n, t.lanes, t.lanes), func() {
		w.line("const long %s = k0;", k)
		w.eachOf(t, t.rows, func(r, c int) {
			w.code(t.values())
			w.tileStep(t, r, c)
		})
	})
	w.eachOf(t, t.rows, func(r, c int) {
		w.code(t.values())
		names := make([]string, len(t.fold.Accs))
		for a, x := range t.fold.Accs {
			op, part := t.fold.Ops[a], tileAcc(a, r, c)
			for l := t.lanes / 2; l > 0; l /= 2 {
				half := fmt.Sprintf("%s_h%d", part, l)
				ty := ctype(t.elem)
				if l > 1 {
					ty += fmt.Sprint(l)
				}
				w.line("const %s %s = %s;", ty, half, apply(op, t.elem, part+".lo", part+".hi"))
				part = half
			}
			names[a] = w.bind(x)
			w.line("%s %s = %s;", ctype(t.elem), names[a], apply(op, t.elem, w.atom(t.first(x)), part))
		}
		w.braces(fmt.Sprintf("for (long %s = k0; %s < %s; %s++)", k, k, n, k), func() {
			w.code(t.fold.Body)
			for a, x := range t.fold.Vals {
				w.line("%s = %s;", names[a], apply(t.fold.Ops[a], t.elem, names[a], w.atom(x)))
			}
		})
		w.code(t.post)
	})
}

// splat is an atom as a vector.
func (w *writer) splat(a core.Atom, vec string) string {
	return fmt.Sprintf("((%s)(%s))", vec, w.atom(a))
}

// laneCode writes statements on vectors; what is the same for all lanes stays scalar.
func (w *writer) laneCode(t *tile, c seg.Code) {
	for _, s := range c {
		switch s := s.(type) {
		case *seg.Let:
			if !t.lane[s.V] {
				w.let(s)
				continue
			}
			args := make([]string, len(s.Args))
			for i, a := range s.Args {
				args[i] = w.splat(a, t.vec)
			}
			text, _ := opText(s.Op, s.T, args)
			w.line("const %s %s = %s;", t.vec, w.bind(s.V), text)
		case *seg.Load:
			at, ok := t.place[s]
			if ok && !t.lane[s.V] {
				w.line("const %s %s = %s;", ctype(t.elem), w.bind(s.V), at)
				continue
			}
			if !t.lane[s.V] {
				w.stm(s)
				continue
			}
			if ok {
				w.line("const %s %s = vload%d(0, %s);", t.vec, w.bind(s.V), t.lanes, at)
				continue
			}
			at = w.index(s.At)
			m := w.mem(s.Mem)
			w.line("const %s %s = vload%d(0, %s + (%s));", t.vec, w.bind(s.V), t.lanes, m, at)
		case *seg.Store:
			w.line("vstore%d(%s, 0, %s + (%s));", t.lanes, w.splat(s.Val, t.vec), w.mem(s.Mem), w.index(s.At))
		}
	}
}
