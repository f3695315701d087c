package gen

import (
	"fmt"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Tiles in groups]
//
// A group computes a square of points (i, j) of a map that folds over k, tileEach by tileEach of them in each item. It
// goes along k in strips as wide as the group's side: of each strip it brings what depends on i and k, and on j and k, to
// local memory, and then folds over the strip from there. So each element is fetched once for a row or column
// of the square, not once for each point. The points of an item are a side apart, so that neighbours stay neighbours.
// Points beyond the edge are computed at the edge and not stored.

// tileEach is how many points an item computes in each direction.
const tileEach = 4

// groupTile is a kernel that groups can compute in squares.
type groupTile struct {
	pre, post seg.Code
	fold      *seg.Fold
	i, j      seg.Dim
	staged    []*staged
	kept      []*core.Var // of what pre computes, that which the fold uses
}

// staged is a load that goes through local memory.
type staged struct {
	load  *seg.Load
	row   bool // it depends on i, not j; else the other way round
	unitK bool // its step in k is 1
	name  string
}

// squares is the form in squares of a kernel, nil if it has none or would not gain by it.
func squares(k *seg.Kernel) *groupTile {
	n := len(k.Space)
	if n < 2 {
		return nil
	}
	t := &groupTile{i: k.Space[n-2], j: k.Space[n-1]}
	for at, s := range k.Body {
		if f, ok := s.(*seg.Fold); ok {
			t.pre, t.fold, t.post = k.Body[:at], f, k.Body[at+1:]
			break
		}
	}
	if t.fold == nil || len(t.fold.Accs) > 2 || !simple(t.values()) || !simple(t.fold.Body) || !simple(t.post) || t.overwrites() {
		return nil
	}
	inside := map[*core.Var]bool{} // bound by the points, but for their indices
	seg.Walk(k.Body, func(s seg.Stm) {
		if v := seg.Binds(s); v != nil {
			inside[v] = true
		}
	})
	if v, ok := t.fold.Bound.(*core.Var); ok && (inside[v] || v == t.i.I || v == t.j.I) {
		return nil
	}
	rows, columns := 0, 0
	for _, s := range t.fold.Body {
		l, ok := s.(*seg.Load)
		if !ok {
			continue
		}
		if st := t.stage(l, inside); st != nil {
			st.name = fmt.Sprintf("s%d", len(t.staged))
			t.staged = append(t.staged, st)
			if st.row {
				rows++
			} else {
				columns++
			}
		}
	}
	if rows == 0 || columns == 0 || rows+columns > 4 {
		return nil
	}
	t.keep()
	return t
}

// values is what pre computes besides declaring the accumulators.
func (t *groupTile) values() seg.Code {
	return (&tile{pre: t.pre}).values()
}

func (t *groupTile) overwrites() bool {
	return (&tile{pre: t.pre, fold: t.fold, post: t.post}).overwrites()
}

// stage tells whether a load depends on k and one of i and j, and on nothing else that points compute.
func (t *groupTile) stage(l *seg.Load, inside map[*core.Var]bool) *staged {
	uses, unitK := map[*core.Var]bool{}, false
	for _, term := range l.At {
		for _, a := range []core.Atom{term.A, term.B} {
			if v, ok := a.(*core.Var); ok {
				uses[v] = true
				if inside[v] {
					return nil
				}
			}
		}
		unitK = unitK || term.A == core.Atom(t.fold.I) && term.B == nil
	}
	i, j := uses[t.i.I], uses[t.j.I]
	if !uses[t.fold.I] || i == j || l.Mem.Space != seg.Device {
		return nil
	}
	return &staged{load: l, row: i, unitK: unitK}
}

// keep finds what the fold uses of what pre computes.
func (t *groupTile) keep() {
	used := map[*core.Var]bool{}
	use := func(as ...core.Atom) {
		for _, a := range as {
			if v, ok := a.(*core.Var); ok {
				used[v] = true
			}
		}
	}
	use(t.fold.Vals...)
	for _, s := range t.fold.Body {
		switch s := s.(type) {
		case *seg.Let:
			use(s.Args...)
		case *seg.Select:
			use(s.Cond, s.Then, s.Else)
		case *seg.Load:
			for _, term := range s.At {
				use(term.A, term.B)
			}
		}
	}
	for _, s := range t.values() {
		if v := seg.Binds(s); v != nil && used[v] {
			t.kept = append(t.kept, v)
		}
	}
}

// pointsOf writes a block for each point of an item, with its indices.
func (w *writer) pointsOf(t *groupTile, edge bool, f func(r, c int)) {
	for r := range tileEach {
		for c := range tileEach {
			w.braces("", func() {
				i, j := w.bind(t.i.I), w.bind(t.j.I)
				at := [2]string{fmt.Sprintf("i0 + %d * side + li", r), fmt.Sprintf("j0 + %d * side + lj", c)}
				if edge {
					at = [2]string{fmt.Sprintf("min(%s, ni - 1)", at[0]), fmt.Sprintf("min(%s, nj - 1)", at[1])}
				}
				w.line("const long %s = %s, %s = %s;", i, at[0], j, at[1])
				f(r, c)
			})
		}
	}
}

// keptName is the name of a value of pre for one point.
func (w *writer) keptName(v *core.Var, r, c int) string {
	return fmt.Sprintf("%s_%d_%d", w.name(v), r, c)
}

// groupSquares writes the stage in squares: groups take squares in turns.
func (w *writer) groupSquares(t *groupTile) {
	for _, s := range t.staged {
		elem := s.load.Mem.Elem
		w.arg(Arg{Kind: ArgLocalTile, N: elem.Size()}, fmt.Sprintf("__local %s *%s", ctype(elem), s.name))
	}
	w.arg(Arg{Kind: ArgSide}, "long side")
	dims := w.k.Space[:len(w.k.Space)-2]
	outer := "1L"
	for _, d := range dims {
		outer += " * " + w.atom(d.N)
	}
	w.line("const long ni = %s, nj = %s, nk = %s;", w.atom(t.i.N), w.atom(t.j.N), w.atom(t.fold.Bound))
	w.line("const long li = lid / side, lj = lid %% side, width = %d * side, pad = side + 1;", tileEach)
	w.line("const long ti = (ni + width - 1) / width, tj = (nj + width - 1) / width;")
	w.totals("ti * tj * " + outer)
	w.braces("for (long u = group; u < total; u += chunks)", func() {
		w.line("const long i0 = u / tj %% ti * width, j0 = u %% tj * width;")
		w.line("long q = u / tj / ti;")
		for d := len(dims) - 1; d >= 0; d-- {
			n := w.atom(dims[d].N)
			w.line("const long %s = q %% %s;", w.bind(dims[d].I), n)
			w.line("q /= %s;", n)
		}
		w.squareStart(t)
		w.braces("for (long k0 = 0; k0 < nk; k0 += side)", func() {
			for _, s := range t.staged {
				w.fetch(t, s)
			}
			w.barrier()
			w.squareStrip(t)
			w.barrier()
		})
		w.pointsOf(t, false, func(r, c int) {
			w.braces(fmt.Sprintf("if (%s < ni && %s < nj)", w.name(t.i.I), w.name(t.j.I)), func() {
				w.code(t.values())
				for a, x := range t.fold.Accs {
					w.line("const %s %s = %s;", ctype(x.Type.Elem), w.bind(x), tileAcc(a, r, c))
				}
				w.code(t.post)
			})
		})
	})
}

// squareStart declares the accumulators of an item's points and what the fold uses of their own.
func (w *writer) squareStart(t *groupTile) {
	for r := range tileEach {
		for c := range tileEach {
			for a, x := range t.fold.Accs {
				w.line("%s %s;", ctype(x.Type.Elem), tileAcc(a, r, c))
			}
			for _, v := range t.kept {
				w.line("%s %s;", ctype(v.Type.Elem), w.keptName(v, r, c))
			}
		}
	}
	first := &tile{pre: t.pre}
	w.pointsOf(t, true, func(r, c int) {
		w.code(t.values())
		for a, x := range t.fold.Accs {
			w.line("%s = %s;", tileAcc(a, r, c), w.atom(first.first(x)))
		}
		for _, v := range t.kept {
			w.line("%s = %s;", w.keptName(v, r, c), w.name(v))
		}
	})
}

// fetch brings a strip of what one load reads to local memory. Neighbours fetch neighbours: along k if that is
// the direction of step 1.
func (w *writer) fetch(t *groupTile, s *staged) {
	dim, from, n := t.j, "j0", "nj"
	if s.row {
		dim, from, n = t.i, "i0", "ni"
	}
	of, k := "lj", "li"
	if s.unitK {
		of, k = "li", "lj"
	}
	for r := range tileEach {
		w.braces("", func() {
			w.line("const long %s = min(%s + %d * side + %s, %s - 1), %s = min(k0 + %s, nk - 1);", w.bind(dim.I), from, r, of, n, w.bind(t.fold.I), k)
			w.line("%s[(%d * side + %s) * pad + %s] = %s[%s];", s.name, r, of, k, w.mem(s.load.Mem), w.index(s.load.At))
		})
	}
}

// squareStrip folds over a strip.
func (w *writer) squareStrip(t *groupTile) {
	k := w.bind(t.fold.I)
	w.line("const long strip = min(side, nk - k0);")
	w.braces("for (long kk = 0; kk < strip; kk++)", func() {
		w.line("const long %s = k0 + kk;", k)
		for _, s := range t.staged {
			of := "lj"
			if s.row {
				of = "li"
			}
			for r := range tileEach {
				w.line("const %s %s_%d = %s[(%d * side + %s) * pad + kk];", ctype(s.load.Mem.Elem), s.name, r, s.name, r, of)
			}
		}
		w.pointsOf(t, true, func(r, c int) {
			for _, v := range t.kept {
				w.line("const %s %s = %s;", ctype(v.Type.Elem), w.bind(v), w.keptName(v, r, c))
			}
			w.squareBody(t, r, c)
			for a, x := range t.fold.Vals {
				acc, elem := tileAcc(a, r, c), t.fold.Accs[a].Type.Elem
				w.line("%s = %s;", acc, apply(t.fold.Ops[a], elem, acc, w.atom(x)))
			}
		})
	})
}

// squareBody is the body of the fold for one point.
func (w *writer) squareBody(t *groupTile, r, c int) {
next:
	for _, stm := range t.fold.Body {
		for _, s := range t.staged {
			if seg.Stm(s.load) != stm {
				continue
			}
			which := c
			if s.row {
				which = r
			}
			w.line("const %s %s = %s_%d;", ctype(s.load.Mem.Elem), w.bind(s.load.V), s.name, which)
			continue next
		}
		w.stm(stm)
	}
}
