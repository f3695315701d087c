package gen

import (
	"fmt"

	"raido/backend/seg"
)

const (
	blockTiles = 16  // one below the other
	blockTerms = 128 // of the fold, for which packed loads are copied at a time
)

// tileBlock computes the tiles of a block along j, a piece of the fold at a time (Note [Tiles]): all tiles take
// one piece, with their accumulators kept in between, before the next piece is packed. The order of the fold at each
// point stays.
func (w *writer) tileBlock(t *tile, packed []*seg.Load, each func(int, func())) {
	size := len(t.fold.Accs) * t.rows * t.columns
	w.line("%s kept[%d];", t.vec, blockTiles*size)
	t.place = map[*seg.Load]string{}
	for i := range packed {
		w.line("%s pack%d[%d];", ctype(t.elem), i, blockTerms*t.width())
	}
	columned, height := t.columned(w.k), blockTiles*t.rows
	if len(columned) > 0 {
		w.line("const long top = min(first * %d, ni - %d), bottom = min(last * %d, ni);", t.rows, t.rows, t.rows)
	}
	for i := range columned {
		w.line("%s side%d[%d];", ctype(t.elem), i, blockTerms*height)
	}
	n, k := w.atom(t.fold.Bound), w.bind(t.fold.I)
	save := func() {
		w.eachAcc(t, t.rows, func(at int, name string) { w.line("kept[(x - first) * %d + %d] = %s;", size, at, name) })
	}
	load := func() {
		w.eachAcc(t, t.rows, func(at int, name string) {
			w.line("%s %s = kept[(x - first) * %d + %d];", t.vec, name, size, at)
		})
	}
	each(t.rows, func() {
		w.tileFirst(t, t.rows)
		save()
	})
	w.braces(fmt.Sprintf("for (long k0 = 0; k0 < %s; k0 += %d)", n, blockTerms), func() {
		w.line("const long k1 = min(k0 + %d, %s);", blockTerms, n)
		loop := fmt.Sprintf("for (long %s = k0; %s < k1; %s++)", k, k, k)
		w.pack(t, loop, packed, columned)
		each(t.rows, func() {
			load()
			w.braces(loop, func() {
				w.eachOf(t, t.rows, func(r, c int) {
					for i, l := range packed {
						t.place[l] = fmt.Sprintf("pack%d + ((%s - k0) * %d + %d)", i, k, t.width(), c*t.lanes)
					}
					w.laneCode(t, t.pre)
					w.tileStep(t, r, c)
				})
			})
			save()
		})
	})
	t.place = nil
	each(t.rows, func() {
		load()
		w.tileEnd(t, t.rows)
	})
}

// pack copies what the tiles of a block read in one piece of the fold.
func (w *writer) pack(t *tile, loop string, packed, columned []*seg.Load) {
	k, height := w.bind(t.fold.I), blockTiles*t.rows
	w.braces(loop, func() {
		for c := range t.columns {
			w.braces("", func() {
				w.line("const long %s = j0 + %d;", w.bind(t.axis), c*t.lanes)
				for i, l := range packed {
					w.line("vstore%d(vload%d(0, %s + (%s)), 0, pack%d + ((%s - k0) * %d + %d));", t.lanes, t.lanes,
						w.mem(l.Mem), w.index(l.At), i, k, t.width(), c*t.lanes)
				}
			})
		}
	})
	row := w.bind(w.k.Space[len(w.k.Space)-2].I)
	for i, l := range columned {
		w.braces(loop, func() {
			w.line("for (long %s = top; %s < bottom; %s++) side%d[(%s - k0) * %d + (%s - top)] = %s[%s];", row, row, row, i, k, height, row, w.mem(l.Mem), w.index(l.At))
		})
		t.place[l] = fmt.Sprintf("side%d[(%s - k0) * %d + (%s - top)]", i, k, height, row)
	}
}

// eachAcc calls f for each accumulator of a tile.
func (w *writer) eachAcc(t *tile, rows int, f func(at int, name string)) {
	at := 0
	for a := range t.fold.Accs {
		for r := range rows {
			for c := range t.columns {
				f(at, tileAcc(a, r, c))
				at++
			}
		}
	}
}
