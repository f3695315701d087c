package group

import (
	"slices"

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

// square is a kernel that groups can compute in squares.
type square struct {
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
	local *seg.Mem
}

// squares is the form in squares of a kernel, nil if it has none or would not gain by it.
func squares(k *seg.Kernel) *square {
	n := len(k.Space)
	if n < 2 {
		return nil
	}
	t := &square{i: k.Space[n-2], j: k.Space[n-1]}
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

// simple reports whether code has no loops, branches or checks.
func simple(c seg.Code) bool {
	return !slices.ContainsFunc(c, func(s seg.Stm) bool {
		switch s.(type) {
		case *seg.Let, *seg.Select, *seg.Load, *seg.Store, *seg.Update:
			return false
		default:
			return true
		}
	})
}

// values is what pre computes besides declaring the accumulators.
func (t *square) values() seg.Code {
	return slices.DeleteFunc(slices.Clone(t.pre), func(s seg.Stm) bool { _, ok := s.(*seg.Decl); return ok })
}

// overwrites reports whether some array is both read and written.
func (t *square) overwrites() bool {
	read, out := map[*seg.Mem]bool{}, false
	all := slices.Concat(t.pre, t.fold.Body, t.post)
	seg.Walk(all, func(s seg.Stm) {
		if l, ok := s.(*seg.Load); ok {
			read[l.Mem] = true
		}
	})
	seg.Walk(all, func(s seg.Stm) {
		if st, ok := s.(*seg.Store); ok && read[st.Mem] {
			out = true
		}
	})
	return out
}

// stage reports whether a load depends on k and one of i and j, and on nothing else that points compute.
func (t *square) stage(l *seg.Load, inside map[*core.Var]bool) *staged {
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
func (t *square) keep() {
	used := map[core.Atom]bool{}
	for _, a := range t.fold.Vals {
		used[a] = true
	}
	for _, s := range t.fold.Body {
		seg.Operands(s, func(a core.Atom) { used[a] = true })
	}
	for _, s := range t.values() {
		if v := seg.Binds(s); v != nil && used[v] {
			t.kept = append(t.kept, v)
		}
	}
}

// first is what an accumulator of the fold starts with.
func (t *square) first(acc *core.Var) core.Atom {
	for _, s := range t.pre {
		if d, ok := s.(*seg.Decl); ok && d.V == acc {
			return d.Init
		}
	}
	return core.Zero(acc.Type.Elem)
}
