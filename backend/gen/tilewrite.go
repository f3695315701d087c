package gen

import (
	"fmt"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

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
	if n == 1 {
		w.braces(fmt.Sprintf("if (nj < %d)", t.width()), plain)
		w.braces("else", func() { w.tiles(t, outer) })
		return
	}
	narrow := t.size(narrowRows, 1, t.lanes/2)
	few := fmt.Sprintf("ni < %d", narrowRows)
	if t.direct {
		few = fmt.Sprintf("nj < %d && ", t.width()) + few
	}
	w.braces(fmt.Sprintf("if (nj < %d || %s)", narrow.width(), few), plain)
	w.braces(fmt.Sprintf("else if (nj < %d)", t.width()), func() { w.tiles(narrow, outer) })
	if t.direct {
		w.braces(fmt.Sprintf("else if (ni < %d)", t.rows), func() { w.tiles(t.size(1, t.columns, t.lanes), outer) })
	}
	w.braces("else", func() { w.tiles(t, outer) })
}

// tiles writes the tiles of a thread, in blocks of them below and beside each other.
func (w *writer) tiles(t *tile, outer string) {
	dims := w.k.Space
	n := len(dims)
	below, beside := limits.Now.BlockTiles, limits.Now.BlockPanels
	if t.rows == 1 {
		below, beside = 1, 1
	}
	w.line("const long ti = (ni + %d) / %d, tj = (nj + %d) / %d, tb = (ti + %d) / %d;", t.rows-1, t.rows, t.width()-1, t.width(), below-1, below)
	if beside > 1 { // fewer, where threads would be left without a block
		w.line("const long beside = chunks == 1 ? %d : clamp(tb * tj * %s / (4 * chunks), 1L, %dL), tw = (tj + beside - 1) / beside;", beside, outer, beside)
	} else {
		w.line("const long beside = 1, tw = tj;")
	}
	w.chunk("tb * tw * " + outer)
	w.braces("for (long u = lo; u < hi; u++)", func() {
		w.line(poll)
		w.line("const long first = u %% tb * %d, last = min(first + %d, ti);", below, below)
		w.line("const long left = u / tb %% tw * beside, right = min(left + beside, tj);")
		w.line("long q = u / tb / tw;")
		for d := n - 3; d >= 0; d-- {
			n := w.atom(dims[d].N)
			w.line("const long %s = q %% %s;", w.bind(dims[d].I), n)
			w.line("q /= %s;", n)
		}
		if t.rows == 1 {
			w.line("const long x = first, i0 = first, j0 = min(left * %d, nj - %d);", t.width(), t.width())
			w.tileRow(t)
			return
		}
		w.tileBlock(t)
	})
}

func tileAcc(a, r, c int) string { return fmt.Sprintf("t%d_%d_%d", a, r, c) }

// eachOf writes a block for each vector of a tile.
func (w *writer) eachOf(t *tile, f func(r, c int)) {
	for r := range t.rows {
		for c := range t.columns {
			w.braces("", func() {
				if t.i != nil {
					w.line("const long %s = i0 + %d;", w.bind(t.i), r)
				}
				w.line("const long %s = j0 + %d;", w.bind(t.j), c*t.lanes)
				f(r, c)
			})
		}
	}
}

// tileAccs declares the accumulators of a tile.
func (w *writer) tileAccs(t *tile) {
	w.eachAcc(t, func(_ int, name string) { w.line("%s %s;", t.vec, name) })
}

// eachAcc calls f for each accumulator of a tile.
func (w *writer) eachAcc(t *tile, f func(at int, name string)) {
	at := 0
	for a := range t.fold.Accs {
		for r := range t.rows {
			for c := range t.columns {
				f(at, tileAcc(a, r, c))
				at++
			}
		}
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

// tileFirst sets the accumulators of a tile to what they start with.
func (w *writer) tileFirst(t *tile) {
	w.eachOf(t, func(r, c int) {
		w.laneCode(t, t.values())
		for a, x := range t.fold.Accs {
			w.line("%s = %s;", tileAcc(a, r, c), w.splat(t.first(x), t.vec))
		}
	})
}

// tileStep combines the values at one place of k into the accumulators.
func (w *writer) tileStep(t *tile, r, c int, code seg.Code) {
	w.laneCode(t, slices.DeleteFunc(slices.Clone(code), func(s seg.Stm) bool { return slices.Contains(t.terms, s) }))
	for a, x := range t.fold.Vals {
		name := tileAcc(a, r, c)
		if m, ok := t.terms[a].(*seg.Let); ok {
			w.line("%s = fma(%s, %s, %s);", name, w.splat(m.Args[0], t.vec), w.splat(m.Args[1], t.vec), name)
			continue
		}
		w.line("%s = %s;", name, apply(t.fold.Ops[a], t.elem, name, w.splat(x, t.vec)))
	}
}

// tileRow computes one tile of one row of points, with nothing packed.
func (w *writer) tileRow(t *tile) {
	w.tileAccs(t)
	w.tileFirst(t)
	n, k := w.atom(t.fold.Bound), w.bind(t.fold.I)
	w.braces(fmt.Sprintf("for (long %s = 0; %s < %s; %s++)", k, k, n, k), func() {
		w.eachOf(t, func(r, c int) {
			w.laneCode(t, t.values())
			w.tileStep(t, r, c, t.fold.Body)
		})
	})
	w.tileEnd(t)
}

// tileEnd writes what follows the fold.
func (w *writer) tileEnd(t *tile) {
	if t.spills {
		w.spill(t)
		return
	}
	w.eachOf(t, func(r, c int) {
		w.laneCode(t, t.values())
		for a, x := range t.fold.Accs {
			w.line("const %s %s = %s;", t.vec, w.bind(x), tileAcc(a, r, c))
		}
		w.laneCode(t, t.post)
	})
}

// spill stores the accumulators of a tile and writes what follows the fold as a loop over the points.
func (w *writer) spill(t *tile) {
	i64 := func(name string) *core.Var { return core.NewVar(name, core.I64) }
	at, col, j0, row := i64("at"), i64("col"), i64("j0"), i64("row")
	width := core.IntC(int64(t.width()))
	var body seg.Code
	body = append(body, &seg.Let{V: t.j, Op: prim.Add, T: prim.I64, Args: []core.Atom{j0, col}, Idx: true})
	for a, x := range t.fold.Accs {
		m := seg.NewMem("tile", t.elem, seg.Private)
		m.Len = core.IntC(int64(t.rows * t.width()))
		for r := range t.rows {
			for c := range t.columns {
				w.line("vstore%d(%s, 0, %s + %d);", t.lanes, tileAcc(a, r, c), w.mem(m), r*t.width()+c*t.lanes)
			}
		}
		body = append(body, &seg.Load{V: x, Mem: m, At: seg.Index{{A: row}, {A: col}}})
	}
	body = append(append(body, t.values()...), t.post...)
	w.line("const long %s = j0;", w.bind(j0))
	r := w.bind(at)
	w.braces(fmt.Sprintf("for (long %s = 0; %s < %d; %s++)", r, r, t.rows, r), func() {
		if t.i != nil {
			w.line("const long %s = i0 + %s;", w.bind(t.i), r)
		}
		w.line("const long %s = %s * %d;", w.bind(row), r, t.width())
		w.stm(&seg.For{I: col, Bound: width, Body: body, Par: true})
	})
}

// splat is an atom as a vector.
func (w *writer) splat(a core.Atom, vec string) string {
	return fmt.Sprintf("((%s)(%s))", vec, w.atom(a))
}

// laneCode writes statements on vectors; what is the same for all lanes stays scalar.
func (w *writer) laneCode(t *tile, c seg.Code) {
	for _, s := range c {
		if v, _ := t.bound(s); v != nil && t.on[v]&onJ == 0 {
			w.stm(s)
			continue
		}
		switch s := s.(type) {
		case *seg.Let:
			args := make([]string, len(s.Args))
			for i, a := range s.Args {
				args[i] = w.splat(a, t.vec)
			}
			text, _ := opText(s.Op, s.T, args)
			w.line("const %s %s = %s;", t.vec, w.bind(s.V), text)
		case *seg.Load:
			at := w.index(s.At)
			w.line("const %s %s = vload%d(0, %s + (%s));", t.vec, w.bind(s.V), t.lanes, w.mem(s.Mem), at)
		case *seg.Store:
			w.line("vstore%d(%s, 0, %s + (%s));", t.lanes, w.splat(s.Val, t.vec), w.mem(s.Mem), w.index(s.At))
		}
	}
}
