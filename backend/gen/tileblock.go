package gen

import (
	"fmt"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
)

// tileBlock computes the tiles of a block, a piece of the fold at a time (Note [Tiles]): all tiles take
// one piece, with their accumulators kept in between, before the next piece is packed. The order of the fold at each
// point stays.
func (w *writer) tileBlock(t *tile) {
	size := len(t.fold.Accs) * t.rows * t.columns
	w.line("%s kept[%d];", t.vec, limits.Now.BlockPanels*limits.Now.BlockTiles*size)
	for a := range t.wide {
		w.line("%s pack%d[%d];", ctype(t.elem), a, limits.Now.BlockTerms*t.width())
	}
	for a := range t.sides {
		w.line("%s side%d[%d];", ctype(t.elem), a, limits.Now.BlockTiles*limits.Now.BlockTerms*t.rows)
	}
	n, k := w.atom(t.fold.Bound), w.bind(t.fold.I)
	loop := fmt.Sprintf("for (long %s = k0; %s < k1; %s++)", k, k, k)
	w.braces(fmt.Sprintf("for (long k0 = 0; k0 == 0 || k0 < %s; k0 += %d)", n, limits.Now.BlockTerms), func() {
		w.line("const long k1 = min(k0 + %d, %s);", limits.Now.BlockTerms, n)
		w.packSides(t, loop)
		w.braces("for (long y = left; y < right; y++)", func() {
			w.line("const long j0 = min(y * %d, nj - %d);", t.width(), t.width())
			w.packWide(t, loop)
			w.braces("for (long x = first; x < last; x++)", func() {
				w.line("const long i0 = min(x * %d, ni - %d);", t.rows, t.rows)
				w.line("%s *mine = kept + ((y - left) * %d + x - first) * %d;", t.vec, limits.Now.BlockTiles, size)
				w.tileAccs(t)
				w.braces("if (k0 == 0)", func() { w.tileFirst(t) })
				w.braces("else", func() { w.eachAcc(t, func(at int, name string) { w.line("%s = mine[%d];", name, at) }) })
				w.braces(loop, func() {
					w.eachOf(t, func(r, c int) {
						w.laneCode(t, t.values())
						w.tileStep(t, r, c, w.unpack(t, r, c))
					})
				})
				w.braces(fmt.Sprintf("if (k1 == %s)", n), func() { w.tileEnd(t) })
				w.braces("else", func() { w.eachAcc(t, func(at int, name string) { w.line("mine[%d] = %s;", at, name) }) })
			})
		})
	})
}

// unpack reads what is packed of the values at one place of k, and gives the code that is left to be done there.
func (w *writer) unpack(t *tile, r, c int) seg.Code {
	k := w.name(t.fold.I)
	for a, v := range t.wide {
		w.line("const %s %s = vload%d(0, pack%d + ((%s - k0) * %d + %d));", t.vec, w.bind(v), t.lanes, a, k, t.width(), c*t.lanes)
	}
	for a, v := range t.sides {
		w.line("const %s %s = side%d[((x - first) * %d + %s - k0) * %d + %d];", ctype(t.elem), w.bind(v), a, limits.Now.BlockTerms, k, t.rows, r)
	}
	return slices.DeleteFunc(slices.Clone(t.fold.Body), func(s seg.Stm) bool {
		v, _ := t.bound(s)
		_, load := s.(*seg.Load)
		return t.on[v] == onJ|onK || t.on[v] == onI|onK && (!load || slices.Contains(t.sides, v))
	})
}

// without is the code that does not depend on some things.
func (t *tile) without(c seg.Code, not needs) seg.Code {
	return slices.DeleteFunc(slices.Clone(c), func(s seg.Stm) bool {
		v, _ := t.bound(s)
		return t.on[v]&not != 0
	})
}

// steps tells that the code loads something with step 1 in v.
func (t *tile) steps(c seg.Code, v *core.Var) bool {
	return slices.ContainsFunc(c, func(s seg.Stm) bool {
		l, ok := s.(*seg.Load)
		return ok && stepsBy1(l.At, v)
	})
}

// packSides computes what the tiles below each other read of one piece of the fold, in the order of memory.
func (w *writer) packSides(t *tile, loop string) {
	if len(t.sides) == 0 {
		return
	}
	code := append(t.without(t.values(), onJ), t.without(t.fold.Body, onJ)...)
	tiles, rows := "for (long x = first; x < last; x++)", fmt.Sprintf("for (long r = 0; r < %d; r++)", t.rows)
	loops := []string{tiles, rows, loop}
	if t.steps(code, t.i) {
		loops = []string{loop, tiles, rows}
	}
	w.nest(loops, func() {
		w.line("const long %s = min(x * %d, ni - %d) + r;", w.bind(t.i), t.rows, t.rows)
		w.code(code)
		for a, v := range t.sides {
			w.line("side%d[((x - first) * %d + %s - k0) * %d + r] = %s;", a, limits.Now.BlockTerms, w.name(t.fold.I), t.rows, w.name(v))
		}
	})
}

func (w *writer) nest(heads []string, body func()) {
	if len(heads) == 0 {
		body()
		return
	}
	w.braces(heads[0], func() { w.nest(heads[1:], body) })
}

// packWide computes what the tiles of one column of them read of one piece of the fold.
func (w *writer) packWide(t *tile, loop string) {
	if len(t.wide) == 0 {
		return
	}
	code := append(t.without(t.values(), onI), t.without(t.fold.Body, onI)...)
	k, j := w.name(t.fold.I), w.bind(t.j)
	if t.direct {
		w.braces(loop, func() {
			for c := range t.columns {
				w.braces("", func() {
					w.line("const long %s = j0 + %d;", j, c*t.lanes)
					w.laneCode(t, code)
					for a, v := range t.wide {
						w.line("vstore%d(%s, 0, pack%d + ((%s - k0) * %d + %d));", t.lanes, w.name(v), a, k, t.width(), c*t.lanes)
					}
				})
			}
		})
		return
	}
	from := "k0"
	if l := t.column(); l != nil && t.columns > 1 { // narrow ones are not worth the code
		w.line("long kt = k0;")
		w.transpose(t, l)
		from = "kt"
	}
	loops := []string{fmt.Sprintf("for (long %s = %s; %s < k1; %s++)", k, from, k, k), fmt.Sprintf("for (long %s = j0; %s < j0 + %d; %s++)", j, j, t.width(), j)}
	if t.steps(code, t.fold.I) {
		slices.Reverse(loops)
	}
	w.nest(loops, func() {
		w.code(code)
		for a, v := range t.wide {
			w.line("pack%d[(%s - k0) * %d + %s - j0] = %s;", a, k, t.width(), j, w.name(v))
		}
	})
}

// column is the one wide value if it is an element of an array with step 1 in k.
func (t *tile) column() *seg.Load {
	if len(t.wide) != 1 {
		return nil
	}
	inside := map[*core.Var]seg.Stm{}
	for _, s := range t.fold.Body {
		v, _ := t.bound(s)
		if inside[v] = s; v == t.wide[0] && t.plain(s, inside) {
			return s.(*seg.Load)
		}
	}
	return nil
}

// transpose packs squares of elements with step 1 in k, up to kt: in each of the stages, vectors are merged two by two,
// which moves one bit of the number of a vector to that of the place in it.
func (w *writer) transpose(t *tile, l *seg.Load) {
	k, j, n := w.name(t.fold.I), w.name(t.j), t.lanes
	w.braces(fmt.Sprintf("for (; kt + %d <= k1; kt += %d)", n, n), func() {
		w.line("const long %s = kt;", k)
		w.braces(fmt.Sprintf("for (int c = 0; c < %d; c++)", t.columns), func() {
			w.line("%s a[%d], b[%d];", t.vec, n, n)
			w.line("#pragma unroll")
			w.braces(fmt.Sprintf("for (int r = 0; r < %d; r++)", n), func() {
				w.line("const long %s = j0 + c * %d + r;", j, n)
				w.code(t.without(t.without(t.values(), onI), onJ))
				w.line("a[r] = vload%d(0, %s + (%s));", n, w.mem(l.Mem), w.index(l.At))
			})
			from, to := "a", "b"
			for s := 1; s < n; s *= 2 {
				w.line("#pragma unroll")
				w.braces(fmt.Sprintf("for (int r = 0; r < %d; r++)", n/2), func() {
					w.line("%s[2 * r].even = %s[r].lo; %s[2 * r].odd = %s[r + %d].lo;", to, from, to, from, n/2)
					w.line("%s[2 * r + 1].even = %s[r].hi; %s[2 * r + 1].odd = %s[r + %d].hi;", to, from, to, from, n/2)
				})
				from, to = to, from
			}
			w.line("#pragma unroll")
			w.line("for (int r = 0; r < %d; r++) vstore%d(%s[r], 0, pack0 + ((kt - k0 + r) * %d + c * %d));", n, n, from, t.width(), n)
		})
	})
}
