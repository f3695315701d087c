package contract

import (
	"raido/backend/seg"
	"raido/lang/core"
)

// Square is a contraction that groups compute in squares of points.
type Square struct {
	*shape
	DimI, DimJ seg.Dim
	Staged     []*Staged
	Kept       []*core.Var // of Values, what the fold uses
}

// Staged is a load of the fold that goes through local memory.
type Staged struct {
	Load  *seg.Load
	Row   bool // it depends on i, not j; else the other way round
	UnitK bool // its step in k is 1
}

// SquareOf takes a kernel apart that the pass contract has found for a GPU; nil if it is none.
func SquareOf(k *seg.Kernel) *Square {
	if !k.Contraction {
		return nil
	}
	return squareOf(k, shapeOf(k))
}

// squareOf is the form in squares of a kernel, nil if it has none or would not gain by it.
func squareOf(k *seg.Kernel, c *shape) *Square {
	if c == nil || c.I == nil || len(c.Fold.Accs) > 2 || !seg.Straight(c.Values()) || !seg.Straight(c.Fold.Body) || !seg.Straight(c.Post) {
		return nil
	}
	n := len(k.Space)
	t := &Square{shape: c, DimI: k.Space[n-2], DimJ: k.Space[n-1]}
	inside := map[*core.Var]bool{} // bound by the points, but for their indices
	seg.Walk(k.Body, func(s seg.Stm) {
		if v := seg.Binds(s); v != nil {
			inside[v] = true
		}
	})
	if v, ok := c.Fold.Bound.(*core.Var); ok && (inside[v] || v == c.I || v == c.J) {
		return nil
	}
	rows, columns := 0, 0
	for _, s := range c.Fold.Body {
		l, ok := s.(*seg.Load)
		if !ok {
			continue
		}
		if st := t.stage(l, inside); st != nil {
			t.Staged = append(t.Staged, st)
			if st.Row {
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

// stage reports whether a load depends on k and one of i and j, and on nothing else that points compute.
func (t *Square) stage(l *seg.Load, inside map[*core.Var]bool) *Staged {
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
		unitK = unitK || term.A == core.Atom(t.Fold.I) && term.B == nil
	}
	i, j := uses[t.I], uses[t.J]
	if !uses[t.Fold.I] || i == j || l.Mem.Space != seg.Device {
		return nil
	}
	return &Staged{Load: l, Row: i, UnitK: unitK}
}

// keep finds what the fold uses of what pre computes.
func (t *Square) keep() {
	used := map[core.Atom]bool{}
	for _, a := range t.Fold.Vals {
		used[a] = true
	}
	for _, s := range t.Fold.Body {
		seg.Operands(s, func(a core.Atom) { used[a] = true })
	}
	for _, s := range t.Values() {
		if v := seg.Binds(s); v != nil && used[v] {
			t.Kept = append(t.Kept, v)
		}
	}
}
